// SPDX-License-Identifier: GPL-3.0-or-later
// Which words are never, and which are always, inside a list of people? Folded, between '|' (see phrases.h).
#pragma once

#include <string_view>

#include "extractor/papers/letters.h"
#include "extractor/phrases.h"

namespace fellow::extractor::papers {

// Words that stand in titles and venues with a capital letter but are no names: where one comes, the list of people is over.
inline constexpr Phrases kNoNames =
    "a|an|the|on|in|of|for|to|from|with|at|by|is|are|do|does|can|how|what|why|when|where|who|which|towards|toward|using|via|"
    "and|or|not|"
    "new|novel|learning|deep|machine|neural|network|networks|graph|graphs|analysis|analyzing|approach|approaches|model|models|"
    "modeling|"
    "modelling|method|methods|system|systems|data|detection|detecting|estimation|estimating|evaluation|evaluating|study|"
    "studies|"
    "survey|review|theory|theoretical|application|applications|algorithm|algorithms|optimization|optimal|control|robust|"
    "efficient|"
    "fast|large|scale|multi|self|supervised|unsupervised|reinforcement|language|languages|vision|image|images|video|speech|"
    "text|"
    "natural|processing|understanding|exploring|exploiting|improving|improved|enhancing|beyond|between|under|over|through|"
    "across|"
    "without|within|based|driven|aware|adaptive|dynamic|dynamics|distributed|parallel|online|offline|real|time|temporal|"
    "spatial|"
    "statistical|stochastic|probabilistic|bayesian|gaussian|linear|nonlinear|quantum|molecular|cell|cells|cellular|gene|genes|"
    "genetic|"
    "protein|proteins|clinical|patients|patient|health|disease|cancer|social|economic|economics|political|policy|"
    "climate|energy|water|carbon|surface|structure|structures|structural|properties|effects|effect|impact|role|case|evidence|"
    "design|designing|development|developing|implementation|performance|comparison|comparing|comparative|assessment|assessing|"
    "measurement|measuring|prediction|predicting|classification|recognition|segmentation|generation|generating|generative|"
    "representation|representations|information|knowledge|human|humans|robot|robots|robotics|software|program|programs|"
    "programming|"
    "security|privacy|secure|cloud|edge|mobile|wireless|internet|web|world|global|local|international|national|conference|"
    "proceedings|proc|journal|journals|transactions|letters|workshop|symposium|annual|university|institute|department|press|"
    "springer|elsevier|wiley|ieee|acm|aaai|usenix|arxiv|preprint|biorxiv|medrxiv|nature|science|physical|volume|vol|issue|pp|"
    "pages|"
    "accepted|submitted|published|forthcoming|best|paper|papers|award|oral|poster|spotlight|thesis|dissertation|phd|master|"
    "bachelor|research|project|projects|code|slides|pdf|video|doi|link|abstract|bibtex|selected|recent|news|"
    "january|february|march|april|may|june|july|august|september|october|november|december|"
    "introduction|foundations|framework|frameworks|perspective|perspectives|challenges|opportunities|future|state|art|"
    "le|la|les|der|die|das|ein|eine|el|los|las|un|une|il|lo|gli|o|os|as|uma|um|sur|zur|zum|sobre|"
    "attention|transformer|transformers|diffusion|embedding|embeddings|inference|training|pre|zero|few|shot|end|"
    "logic|semantics|type|types|proof|proofs|verification|verifying|testing|test|tests|automatic|automated|automating|"
    "high|low|non|inter|intra|cross|open|source|more|less|some|toward|note|notes|remarks|"
    "advances|engineering|computing|computer|computers|computational|mathematics|mathematical|physics|chemistry|biology|"
    "medicine|medical|psychology|education|management|finance|business|law|history|space|communication|communications|"
    "intelligence|artificial|intelligent|interactive|interaction|visual|visualization|visualizing|digital|simulation|"
    "simulating|"
    "characterization|characterizing|synthesis|synthesizing|formation|growth|flow|flows|field|fields|phase|wave|waves|"
    "experimental|numerical|empirical|qualitative|quantitative|quantifying|investigating|investigation|revisiting|rethinking|"
    "reply|comment"_phrases;

inline constexpr Phrases kParticles =
    "van|von|vom|zu|zur|zum|de|der|den|des|del|della|dell|di|da|das|do|dos|du|la|le|los|las|bin|ibn|ben|al|el|ter|ten|te|af|av|"
    "st|"
    "san|santa|mac|mc|y|e"_phrases;
inline constexpr Phrases kConjunctions = "and|et|und|y|e|og|och|en|i|ja|with|und|&|ve|dan|și"_phrases;
inline constexpr Phrases kSuffixes = "jr|sr|ii|iii|iv|phd|md"_phrases;

}  // namespace fellow::extractor::papers
