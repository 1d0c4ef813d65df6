// SPDX-License-Identifier: GPL-3.0-or-later
// Topics of research in sentences and lists of many shapes.
#include <gtest/gtest.h>

#include "extractor/fields/interest_words.h"
#include "extractor/fields/topics.h"
#include "fellow/text.h"
#include "person_page.h"

namespace fellow::extractor {
namespace {

struct Row {
  const char *body, *interests;
};

TEST(Interests, InSentences) {
  for (const Row& row : {
           Row{"I am a doctoral student in geology at Stone College, working on rock mechanics and soil chemistry.",
               "rock mechanics | soil chemistry"},
           Row{"My research is in the area of formal methods and concurrency theory, within computer science.",
               "formal methods | concurrency theory"},
           Row{"Her research has focused on code review, use of branching in repositories, and release engineering.",
               "code review | use of branching in repositories | release engineering"},
           Row{"My research interests broadly span problems in theoretical and applied population genetics.",
               "theoretical and applied population genetics"},
           Row{"I work on fast, accurate, and interpretable algorithms.", "fast, accurate, and interpretable algorithms"},
           Row{"My interests include environmental monitoring using drones, planning of tours, and perception systems.",
               "environmental monitoring | planning of tours | perception systems"},
           Row{"My research spans quantum computation. Most of it concerns circuits. I study circuit complexity (QAC in "
               "particular).",
               "quantum computation | circuit complexity"},
           Row{"I work on the steerability of language models—including mechanistic interpretability and safe model editing.",
               "mechanistic interpretability | safe model editing | steerability of language models"},
           Row{"I am interested in how institutions and the state shape growth in poor countries.", ""},
           Row{"If you are interested in rocks or pebbles, please write to me.", ""},
           Row{"My main areas of study are property testing, learning theory, and, more generally, randomised algorithms.",
               "property testing | learning theory | randomised algorithms"},
       })
    EXPECT_EQ(printed::interests(profile_of_body("<h1>Jane Doe</h1><p>" + std::string(row.body) + "</p>")), row.interests)
        << row.body;
}

TEST(Interests, ByTheGrammarOfTheSentence) {
  for (const Row& row : {
           Row{"My interests span across rock mechanics, soil chemistry and karst caves.",
               "rock mechanics | soil chemistry | karst caves"},
           Row{"The core focus of my research is sediment transport.", "sediment transport"},
           Row{"My work so far has predominantly focused on mitigating coastal erosion and dune growth.",
               "coastal erosion | dune growth"},
           Row{"My recent research sits at the crossroads of hydrology and economics.", "hydrology | economics"},
           Row{"My research is supported by the Stone Foundation, and my work is available on request.", ""},
           Row{"My past research includes the analysis of sighting histories and whale songs.", ""},
           Row{"I am passionate about developing tide gauges, enhancing flood warnings, and recognizing that rivers matter.",
               "tide gauges | flood warnings"},
           Row{"I study tidal rivers with particular focus on salt intrusion.", "salt intrusion | tidal rivers"},
           Row{"I worked as an engineer at Acme Labs, specializing in pump design.", ""},
           Row{"I focus on generative models for sea ice forecasting in the changing climate of the far north.",
               "generative models for sea ice forecasting"},
           Row{"I study the dynamics of whale and dolphin populations.", "dynamics of whale and dolphin populations"},
           Row{"My interests include political and behavioral economics.", "political and behavioral economics"},
           Row{"My research interests encompass a diverse range of topics within the field of sand dunes, with a focus on "
               "ripples.",
               "ripples | sand dunes"},
           Row{"I am a lecturer, working on Missing Values and tidal rivers.", "Missing Values | tidal rivers"},
           Row{"I have a master in rocks, specializing in algebra and number theory.", ""},
           Row{"Mi trabajo se sitúa en la intersección entre la hidrología y la geología.", "hidrología | geología"},
           Row{"Mes travaux portent principalement sur les avalanches et les glaciers.", "avalanches | glaciers"},
       })
    EXPECT_EQ(printed::interests(profile_of_body("<h1>Jane Doe</h1><p>" + std::string(row.body) + "</p>")), row.interests)
        << row.body;
}

TEST(Interests, WhatOnlyStandsBehindACueIsNone) {
  for (const Row& row : {
           Row{"Tide gauges are used in areas such as fish farming and harbour planning.", ""},
           Row{"I am interested in areas such as fish farming and harbour planning.", "fish farming | harbour planning"},
           Row{"I also investigate any moons or comets orbiting around them.", ""},
           Row{"I work on tide gauges, with a focus on efficiency, scalability and robustness.", "tide gauges"},
           Row{"Most of my work is with schoolchildren.", ""},
           Row{"I am interested in sand dunes as well as the causes and consequences of drought.",
               "sand dunes | causes and consequences of drought"},
       })
    EXPECT_EQ(printed::interests(profile_of_body("<h1>Jane Doe</h1><p>" + std::string(row.body) + "</p>")), row.interests)
        << row.body;
}

TEST(Interests, ListItemsCarryReferencesAndForeignCommas) {
  EXPECT_EQ(printed::interests(profile_of_body("<h1>Jane Doe</h1><h2>Research interests</h2><ul>"
                                               "<li>Measurement of tides [Rocks'20, Pebbles'21][Sand'23]</li>"
                                               "<li>\"Soil chemistry\"</li><li>岩石力学，土壤化学，水文学</li></ul>")),
            "Measurement of tides | Soil chemistry | 岩石力学 | 土壤化学 | 水文学");
}

TEST(Interests, AssertionsInASectionOfInterestsAreNoList) {
  EXPECT_EQ(printed::interests(profile_of_body(
                "<h1>Jane Doe</h1><h2>Research interests</h2><p>My research interests span the areas of tidal rivers, karst "
                "caves and sand dunes. While these differ, they are unified by depth, breadth, and rigour.</p>")),
            "tidal rivers | karst caves | sand dunes");
}

TEST(Interests, InOtherLanguages) {
  for (const Row& row : {
           Row{"Tem experiência em Ciência da Computação, atuando principalmente nos seguintes temas: compiladores, redes de "
               "sensores e visualização científica.",
               "compiladores | redes de sensores | visualização científica"},
           Row{"Mes recherches concernent les réseaux écologiques et la modélisation des rivières.",
               "réseaux écologiques | modélisation des rivières"},
           Row{"Meine Forschungsgebiete sind Gesteinsmechanik und Bodenchemie.", "Gesteinsmechanik | Bodenchemie"},
           Row{"Mis líneas de investigación son mecánica de rocas y química de suelos.",
               "mecánica de rocas | química de suelos"},
           Row{"我的研究重点是计算机视觉、机器学习。", "计算机视觉 | 机器学习"},
       })
    EXPECT_EQ(printed::interests(profile_of_body("<h1>Jane Doe</h1><p>" + std::string(row.body) + "</p>")), row.interests)
        << row.body;
}

TEST(Interests, AListThatASentenceAnnounces) {
  EXPECT_EQ(printed::interests(profile_of_body(
                "<h1>Jane Doe</h1><p>I live in Stonetown. Broadly, I am interested in the following:</p><ul><li>🪨 Rock "
                "mechanics</li><li>Soil chemistry (acids, salts)</li></ul><p>Write to me.</p>")),
            "Rock mechanics | Soil chemistry");
  EXPECT_EQ(printed::interests(profile_of_body(
                "<h1>Jane Doe</h1><p>Students interested in these should read:</p><ul><li>Rock mechanics</li></ul>")),
            "");
}

TEST(Interests, WhatStandsBesideAListOfThemIsNone) {
  EXPECT_EQ(printed::interests(profile_of_body(
                "<h1>Jane Doe</h1><h2>Research interests</h2><ul><li>Rock mechanics</li><li>Soil chemistry</li><li>Google "
                "Scholar</li></ul><p>Click here, see my vita</p>")),
            "Rock mechanics | Soil chemistry");
}

TEST(Interests, TopicsOfTheTablePartAnItemAndBetweenJoinsItems) {
  for (const Row& row : {
           Row{"I work on imitation learning and reinforcement learning, computer vision, and grasping.",
               "imitation learning | reinforcement learning | computer vision | grasping"},
           Row{"I am interested in the relations between rock shape, soil age, and flow in rivers, and in foams.",
               "relations between rock shape, soil age, and flow in rivers | foams"},
           Row{"I work on soil chemistry, delivering results from field to farm.", "soil chemistry"},
           Row{"My research focuses on compositional data (e.g. body fat, gut flora).", "compositional data"},
           Row{"The focus of my research is planning under uncertainty.", "planning under uncertainty"},
           Row{"My research at the intersection of geology and optics leverages lasers.", "geology | optics"},
           Row{"I work on the NSF Granite project.", ""},
       })
    EXPECT_EQ(printed::interests(profile_of_body("<h1>Jane Doe</h1><p>" + std::string(row.body) + "</p>")), row.interests)
        << row.body;
}

TEST(Interests, AdverbsSemicolonsAndRanges) {
  for (const Row& row : {
           Row{"I mainly study rock mechanics and soil chemistry.", "rock mechanics | soil chemistry"},
           Row{"My research is broadly concerned with rock mechanics, and combines lasers and saws.", "rock mechanics"},
           Row{"My primary research interest is rock mechanics; I also work on soil chemistry.",
               "rock mechanics | soil chemistry"},
           Row{"My interests range from rock mechanics to soil chemistry.", "rock mechanics | soil chemistry"},
           Row{"我的研究方向为岩石力学和土壤化学。", "岩石力学 | 土壤化学"},
           Row{"私の研究分野は岩石力学と土壌化学です。", "岩石力学 | 土壌化学"},
           Row{"연구 관심 분야는 암석 역학과 토양 화학입니다.", "암석 역학 | 토양 화학"},
       })
    EXPECT_EQ(printed::interests(profile_of_body("<h1>Jane Doe</h1><p>" + std::string(row.body) + "</p>")), row.interests)
        << row.body;
}

TEST(Interests, HeadingsBelowTheSectionAreTheTopics) {
  EXPECT_EQ(printed::interests(profile_of_body(
                "<h1>Jane Doe</h1><h2>Research interests</h2><h3>Rock mechanics</h3><p>Studying the breaking of stones, with a "
                "focus on granite.</p><h3>Soil chemistry</h3><p>Designing probes for acids, salts, and metals.</p>")),
            "Rock mechanics | Soil chemistry");
}

TEST(Interests, LabelledInHanWithBlanksOnly) {
  EXPECT_EQ(printed::interests(profile_of_body("<h1>石田岩</h1><p>専攻分野：岩石力学 土壌化学</p>")), "岩石力学 | 土壌化学");
}

TEST(Interests, ExpertiseAmongSkillsAndTasksOfAJobAreNone) {
  EXPECT_EQ(
      printed::interests(profile_of_body(
          "<h1>Jane Doe</h1><h2>Skills</h2><p>Main expertise: granite saws, probes</p><h2>Work experience</h2><ul><li>Quarry "
          "Ltd, 2012 – 2014<ul><li>Specialised in splitting large stones for the town</li></ul></li></ul>")),
      "");
}

TEST(Interests, ALineOfNothingButTopicsBelowTheName) {
  for (const Row& row : {
           Row{"<p>Convex optimization, hydrology, (semi-)algebraic geometry, robotics</p>",
               "Convex optimization | hydrology | (semi-)algebraic geometry | robotics"},
           Row{"<h2>Jane Doe – Computer vision, Robotics, Sand dunes</h2>", "Computer vision | Robotics | Sand dunes"},
           Row{"<p>Pebbles, robotics, sand dunes</p>", ""},                           // one that a table knows
           Row{"<p>Robotics, hydrology</p>", ""},                                     // two items
           Row{"<p>It underlies robotics, hydrology, and computer vision.</p>", ""},  // says something
           Row{"<h2>Teaching</h2><p>Robotics, hydrology, computer vision</p>", ""},   // courses
           Row{"<ul><li>Robotics, hydrology, computer vision</li></ul>", ""},         // of a list
       })
    EXPECT_EQ(printed::interests(profile_of_body("<h1>Jane Doe</h1>" + std::string(row.body))), row.interests) << row.body;
}

TEST(Interests, TopicsTrimmed) {
  EXPECT_EQ(trimmed_topic("feather anatomy in birds and"), "feather anatomy in birds");
  EXPECT_EQ(trimmed_topic("brand"), "brand");
  EXPECT_EQ(trimmed_topic("the broad area of computer vision, etc."), "computer vision");
  EXPECT_EQ(trimmed_topic("2) rock mechanics"), "rock mechanics");
  EXPECT_EQ(trimmed_topic("geophysics applied"), "geophysics");
  EXPECT_EQ(trimmed_topic(""), "");
  EXPECT_FALSE(topic_like("following areas"));
  EXPECT_FALSE(topic_like("(FAIR)"));
  EXPECT_TRUE(topic_like("rock mechanics"));
}

TEST(Interests, CuesAreLowerCaseSoThatTheyAreFound) {
  for (const std::string_view cue : interest_cues()) EXPECT_EQ(std::string(cue), text::lower(cue));
  EXPECT_GT(interest_cues().size(), 200U);
}

}  // namespace
}  // namespace fellow::extractor
