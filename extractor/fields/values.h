// SPDX-License-Identifier: GPL-3.0-or-later
// Reading data that people wrote by hand in YAML, TOML and JSON: a value may be text, a number, a list or an object.
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "extractor/builder.h"

namespace fellow::extractor {

// The value of this key as text; "" if there is none or it is a list or an object.
std::string value_at(const nlohmann::json& object, const char* key);
// The texts of a list (or of one text), of objects the first of `keys` that they have.
std::vector<std::string> values_at(const nlohmann::json& list, std::initializer_list<const char*> keys);

// A degree as data gives it: "PhD in Biology", "University of X", "2015 - 2019".
void add_course(const std::string& course, const std::string& institution, const std::string& year, Reading reading,
                ProfileBuilder& builder);
// A job as data gives it; no or an open end is a current one.
void add_job(const std::string& title, const std::string& company, const std::string& start, const std::string& end,
             Reading reading, ProfileBuilder& builder);

}  // namespace fellow::extractor
