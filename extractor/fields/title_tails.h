// SPDX-License-Identifier: GPL-3.0-or-later
// What belongs to the name of a position where the noun comes first: "directeur de recherche", "profesora asociada". Folded;
// the words
// follow one another with a blank or an apostrophe.
#pragma once

#include <string_view>

#include "extractor/word_set.h"

namespace fellow::extractor {

// Behind one of kHeads.
inline constexpr std::string_view kTails[] = {
    // French
    "de recherche", "de recherches", "de conferences", "des universites", "de cours", "de laboratoire", "d enseignement",
    "temporaire d enseignement et de recherche", "adjoint", "adjointe", "agrege", "agregee", "associe", "associee", "titulaire",
    "emerite", "postdoctoral", "postdoctorale", "post doctoral", "post doctorale", "honoraire", "en chef",
    // Spanish
    "titular", "titular de universidad", "asociado", "asociada", "asistente", "adjunto", "adjunta", "contratado doctor",
    "contratada doctora", "ayudante doctor", "ayudante doctora", "ayudante", "emerito", "emerita", "predoctoral", "posdoctoral",
    "de universidad", "de doctorado", "de maestria", "de investigacion", "de tiempo completo", "principal",
    // Portuguese
    "associado", "associada", "auxiliar", "catedratico", "catedratica", "convidado", "convidada", "visitante", "substituto",
    "substituta", "coordenador", "coordenadora", "de doutorado", "de doutoramento", "de mestrado", "de pos doutorado",
    "pos doutoral", "de pesquisa", "de investigacao",
    // Italian
    "associato", "associata", "ordinario", "ordinaria", "a contratto", "a tempo determinato", "a tempo indeterminato",
    "di ricerca", "universitario", "universitaria",
    // Latin, and Polish
    "emeritus", "uczelni", "nadzwyczajny", "zwyczajny",
    // of kTailed
    "rat", "oberrat", "asistent", "asistentka", "uyesi", "gorevlisi"};

// A title only with one of kTails behind them.
inline constexpr WordSet kTailed({"akademischer", "akademische", "odborny", "odborna", "ogretim", "arastirma"});

}  // namespace fellow::extractor
