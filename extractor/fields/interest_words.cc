// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/fields/interest_words.h"

namespace fellow::extractor {
namespace {

constexpr std::string_view kCues =
    "research interests include|research interests are|research interests lie in|"
    "research interests lie at the intersection of|research interests lie broadly in|research interests span|"
    "research interests focus on|research interests broadly span|research interests broadly include|"
    "research interests center on|research interests cover|research interests revolve around|"
    "research interests mainly include|research interests currently include|"
    "research interests mainly focus on|research interests primarily include|research interest is|"
    "research interests lies in|research interest lies in|research interest includes|"
    "research interest include|research interest focuses on|research interests|research interest|"
    "interests include|interests are in|interests are|interests lie in|interests lie at the intersection of|"
    "interests span|interested in|interests in|key areas are|areas of interest include|areas of interest are|"
    "research areas include|research areas are|areas of expertise include|expertise spans|expertise is in|"
    "expertise lies in|expertise in|areas of expertise are|research focuses on|research focuses mainly on|"
    "research focuses primarily on|research mainly focuses on|research primarily focuses on|"
    "research focus is on|research focus is|research focused on|research is focused on|"
    "research is mainly focused on|research lies at the intersection of|research is at the intersection of|"
    "research is at the interface of|research interests are at the intersection of|research lies in|"
    "research topics include|research topics are|research topic is|research spans|research centers on|"
    "research centers around|research concerns|research revolves around|research has focused on|"
    "research covers|work focuses on|work is focused on|work lies at the intersection of|"
    "work primarily focuses on|work mainly focuses on|research addresses|research explores|research examines|"
    "research investigates the|research is in|research is on|research area is|research field is|"
    "field of research is|research fields are|research activity focuses on|i focus on|with a focus on|"
    "specializing in|specialising in|specialize in|specialise in|with a particular focus on|with focus on|"
    "with research interests in|with interests in|i work on|i work in|i mainly work on|i work in the area of|"
    "i work in the field of|i study|i currently work on|whose research focuses on|researches on|"
    "mes recherches portent sur|mes thèmes de recherche sont|je m'intéresse à|je m’intéresse à|"
    "je m'intéresse aux|mes intérêts de recherche sont|je travaille sur|mes travaux portent sur|"
    "intérêts de recherche|forschungsinteressen sind|forschungsinteressen umfassen|"
    "forschungsinteressen liegen in|forschungsschwerpunkte sind|interessiere mich für|ich forsche zu|"
    "intereses de investigación incluyen|intereses de investigación son|me interesa|"
    "mi investigación se centra en|interesses de pesquisa incluem|interesses de pesquisa são|"
    "tenho interesse em|interesse em|interessi di ricerca includono|interessi di ricerca riguardano|"
    "mi occupo di|研究兴趣包括|研究兴趣为|研究兴趣是|研究兴趣主要包括|"
    "研究方向包括|研究方向为|研究方向是|主要研究方向为|主要研究方向包括|"
    "研究领域包括|研究领域为|主要从事|연구 관심 분야는|関心は|研究分野は|"
    "research is in the area of|research is in the areas of|research is in the field of|"
    "research falls in the area of|research has been focused on|research has mainly focused on|"
    "research has centered on|work has focused on|work has been focused on|work has mainly focused on|"
    "work centers on|work revolves around|work spans|work covers|work investigates|work explores|"
    "work concerns|research interests mainly lie in|research interests primarily lie in|"
    "research interests fall in|research interests concern|research interests lies at the intersection of|"
    "research interests encompass|interests encompass|interests cover|interests range from|"
    "interests revolve around|interests are centered on|interests are focused on|interests focus on|"
    "interests center on|interests broadly include|interests also include|interests currently include|"
    "main interests are|main interest is|my interest is in|my interests in|passionate about|fascinated by|"
    "i am researching|i'm researching|i do research on|i do research in|i conduct research on|"
    "i conduct research in|i research|i investigate|i also work on|i also study|i primarily work on|"
    "i primarily study|i broadly work on|i am working on|i'm working on|we study|we work on|"
    "currently working on|research agenda focuses on|research agenda centers on|research program focuses on|"
    "research themes include|research themes are|research directions include|research directions are|"
    "areas of research include|areas of research are|areas of research interest include|area of research is|"
    "area of expertise is|boundaries of research in|actuando principalmente nos seguintes temas|"
    "atuando principalmente nos seguintes temas|atuo principalmente nos seguintes temas|"
    "minhas áreas de interesse são|minhas áreas de interesse incluem|áreas de interesse|"
    "áreas de atuação|líneas de investigación son|mis líneas de investigación son|"
    "mis intereses de investigación son|me especializo en|investigo en|mes recherches concernent|"
    "mes recherches se concentrent sur|mes recherches s'inscrivent dans|mes domaines de recherche sont|"
    "je suis spécialisé en|mes sujets de recherche sont|meine forschung beschäftigt sich mit|"
    "mein forschungsgebiet ist|meine forschungsgebiete sind|forschungsschwerpunkte liegen in|"
    "ich beschäftige mich mit|ich arbeite an|mi interesso di|la mia ricerca riguarda|"
    "la mia ricerca si concentra su|专业方向为|目前研究方向为|研究方向主要为|"
    "研究方向主要包括|主要研究领域为|主要研究领域包括|研究重点是|"
    "目前主要从事|感兴趣的方向包括|研究テーマは|専門分野は|研究対象は|"
    "주요 연구 분야는|관심 분야는|, working on|, focusing on|, focussing on|, focused on|"
    " who works on|who studies|main areas of study are|areas of study are|area of study is|main areas are|"
    "main area is|main research topic is|main research topics are|research topic concerns|"
    "interests are in the area of|interests are in the areas of|interests are in the field of|"
    "other interests include|further interests include|research is based on|research involves|work involves|"
    "work is on|work is in|research is about|research deals with|research looks at|research aims at|"
    "research is centered on|research is centred on|research is devoted to|research is dedicated to|"
    "research is concerned with|research is primarily in|research is mainly in|research is broadly in|"
    "research relates to|research tackles|research activities focus on|research activities concern|"
    "research currently focuses on|current research focuses on|current work focuses on|"
    "current research interests include|specialized in|specialised in|specialization in|specializes in|"
    "specialises in|expert in|expert on|専門は|research at the intersection of|work at the intersection of|"
    "focus of my research is on|focus of my research is|focus of my research has been on|focus of my work is on|"
    "focus of my work is|thesis topic is|thesis topic was|thesis topic involved|champs d'application comprennent|"
    "champs d'applications comprennent|domaines d'application sont|domaines d'application comprennent|"
    "domaines d'applications comprennent|application areas include|application areas are|専攻は|"
    "strong interest in|keen interest in|particular interest in|deep interest in|special interest in|great interest in|"
    "broad interest in|general interest in|an interest in|main interest in|interested on|topics including|areas including|"
    "topics such as|areas such as|problems such as|topics like|areas like|i have worked on topics in|i explore|"
    "primarily interested by|curious about|enthusiastic about|research passion is|"
    "research interests involve|research interests entail|research interests comprise|"
    "my research involves|research aim is|research background is in|working at the intersection of|"
    "working at the interface of|working in the field of|working in the fields of|working in the area of|"
    "working in the areas of|researcher focused on|researcher focusing on|scientist focused on|scientist focusing on|"
    "student focused on|student focusing on|candidate focused on|candidate focusing on|researcher working on|"
    "scientist working on|student working on|candidate working on|fellow working on|professor working on|"
    "student studying|candidate studying|researcher studying|scientist studying|student investigating|"
    "candidate investigating|researcher investigating|student researching|candidate researching";
constexpr std::string_view kNotAfter =
    "hearing|joining|working with|collaborat|my |applying|our |becoming|student|talking|these |this |pursuing|"
    "position|doing|what i|it|meeting|phd|in working with|any of|finding|seeing|being";
constexpr std::string_view kEnds =
    " where | which | and i'm | and i’m |, and i'm |, and i’m | and i've | and i’ve | that | because | so that | and i | and "
    "my |, where|, which|, with| while |, using|"
    " in order to| to | by | but |, i | and how | and have | and am | and also |, and i | for my | under the | under prof| "
    "under my | with prof| with dr| "
    "under dr| under my|"
    " at the university| at | with applications| through | aiming |, aiming| and its application|, from |"
    " — | – | - | -- | particularly | especially | from both| and currently|, towards| via | such that|"
    " and is |, as well as how| using | based on|，致力| is | are | leveraging | can | has | over the | leverages |"
    " when |—|: how |: why |: what |, ultimately|, rather|, and combines|, and uses|, and aims|, and involves|, and seeks|, "
    "and draws|, and applies|"
    ", delivering|, enabling|, making|, helping|, allowing|, providing|"
    ", ranging|, leading|, mostly |, often |, typically |, usually |, largely |, sometimes | (e.g";
constexpr std::string_view kMore =
    ", particularly|, especially|, in particular|, specifically|, with a focus on|"
    ", with a particular focus on|, with special focus on|, with an emphasis on|, focusing on|, including|"
    " including| such as|, such as|, e.g.|, notably|, mainly| with a focus on| with emphasis on|"
    " with a particular focus on| with an emphasis on|, like| — particularly|—particularly|—especially|"
    "—including| — including|, more specifically on| with emphasis on:|, with focus on|, primarily";
constexpr std::string_view kLeads =
    "the |in |on |of |broadly |mainly |include |encompass |includes |including |various aspects of |"
    "aspects of |topics in |areas such as |areas of |a range of |a wide range of |all things |all aspects of |"
    "both |particularly |especially |primarily |also |generally |problems in |issues in |topics such as |"
    "fields of |field of |area of |topics of |topic of |subject of |subjects of |intersection of |at the intersection of "
    "|developing |understanding |"
    "study of |using |and |as well as |an |a |more specifically |specifically |in particular |particular |1) |"
    "2) |3) |(i) |(ii) |(iii) |(1) |(2) |(3) |main areas: |main area: |advancing the frontiers of |advancing |"
    "frontiers of |broader theme of |broad area of |broad areas of |general area of |interplay between |"
    "interplay of |interface of |interface between |intersection between |applications: |topics: |currently |"
    "but not limited to |applied in |applied to |are |is |lie in |how to |applying |designing |building |exploring |studying |"
    "studying the |improving |ainsi que |sur |les |la |le |l'|l’|des |du |de la |de |die |der |das |el |los |las |o |os |"
    "as |il |au |aux |à |et |investigating |analyzing |analysing |creating |etc|theory and application of |"
    "focus on |a focus on |その他，|その他、|across |within |around |idea of |la interseccion entre |related to |things "
    "related to |anything related to |questions regarding |questions about |questions related to |questions concerning |"
    "plus précisément |l'intersection entre |l’intersection entre |research domains: |research areas: |primary research "
    "domains: |"
    "two primary research domains: |two main areas: |three main areas: |two areas: |three areas: |the following areas: |"
    "principled |the following: ";

constexpr Marks<count_marks(kCues)> kCueMarks(kCues);
constexpr Marks<count_marks(kNotAfter)> kNotAfterMarks(kNotAfter);
constexpr Marks<count_marks(kEnds)> kEndMarks(kEnds);
constexpr Marks<count_marks(kMore)> kMoreMarks(kMore);
constexpr Marks<count_marks(kLeads)> kLeadMarks(kLeads);

}  // namespace

MarkList interest_cues() { return kCueMarks; }
MarkList not_after_cue() { return kNotAfterMarks; }
MarkList topic_ends() { return kEndMarks; }
MarkList narrowing_words() { return kMoreMarks; }
MarkList topic_leads() { return kLeadMarks; }

}  // namespace fellow::extractor
