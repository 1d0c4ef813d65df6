// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/formats/latex.h"

#include <algorithm>
#include <array>
#include <utility>

#include "extractor/formats/characters.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

struct Accent {
  std::string_view command;
  char32_t combining;
};
constexpr std::array kAccents = {
    Accent{"`", 0x300},
    Accent{"'", 0x301},
    Accent{"^", 0x302},
    Accent{"~", 0x303},
    Accent{"=", 0x304},
    Accent{"u", 0x306},
    Accent{".", 0x307},
    Accent{"\"", 0x308},
    Accent{"r", 0x30A},
    Accent{"H", 0x30B},
    Accent{"v", 0x30C},
    Accent{"d", 0x323},
    Accent{"c", 0x327},
    Accent{"k", 0x328},
    Accent{"b", 0x331},
    Accent{"t", 0x361},
    // in formulas
    Accent{"hat", 0x302},
    Accent{"tilde", 0x303},
    Accent{"bar", 0x304},
    Accent{"acute", 0x301},
    Accent{"ddot", 0x308},
};

struct Symbol {
  std::string_view command, printed;
};
constexpr std::array kSymbols = {
    Symbol{"ss", "ß"},
    Symbol{"o", "ø"},
    Symbol{"O", "Ø"},
    Symbol{"l", "ł"},
    Symbol{"L", "Ł"},
    Symbol{"ae", "æ"},
    Symbol{"AE", "Æ"},
    Symbol{"oe", "œ"},
    Symbol{"OE", "Œ"},
    Symbol{"aa", "å"},
    Symbol{"AA", "Å"},
    Symbol{"i", "ı"},
    Symbol{"j", "ȷ"},
    Symbol{"dh", "ð"},
    Symbol{"DH", "Ð"},
    Symbol{"th", "þ"},
    Symbol{"TH", "Þ"},
    Symbol{"dj", "đ"},
    Symbol{"DJ", "Đ"},
    Symbol{"ng", "ŋ"},
    Symbol{"NG", "Ŋ"},
    Symbol{"textendash", "–"},
    Symbol{"textemdash", "—"},
    Symbol{"textquoteright", "’"},
    Symbol{"textquoteleft", "‘"},
    Symbol{"textquotedblleft", "“"},
    Symbol{"textquotedblright", "”"},
    Symbol{"textquotesingle", "'"},
    Symbol{"textunderscore", "_"},
    Symbol{"textasciitilde", "~"},
    Symbol{"textasciicircum", "^"},
    Symbol{"textbackslash", "\\"},
    Symbol{"textbar", "|"},
    Symbol{"textless", "<"},
    Symbol{"textgreater", ">"},
    Symbol{"textregistered", "®"},
    Symbol{"texttrademark", "™"},
    Symbol{"textdegree", "°"},
    Symbol{"degree", "°"},
    Symbol{"textmu", "µ"},
    Symbol{"texteuro", "€"},
    Symbol{"euro", "€"},
    Symbol{"pounds", "£"},
    Symbol{"copyright", "©"},
    Symbol{"S", "§"},
    Symbol{"dag", "†"},
    Symbol{"ddag", "‡"},
    Symbol{"ldots", "…"},
    Symbol{"dots", "…"},
    Symbol{"cdots", "⋯"},
    Symbol{"guillemotleft", "«"},
    Symbol{"guillemotright", "»"},
    Symbol{"LaTeX", "LaTeX"},
    Symbol{"TeX", "TeX"},
    Symbol{"BibTeX", "BibTeX"},
    Symbol{"quad", " "},
    Symbol{"qquad", " "},
    Symbol{"newline", " "},
    Symbol{"alpha", "α"},
    Symbol{"beta", "β"},
    Symbol{"gamma", "γ"},
    Symbol{"delta", "δ"},
    Symbol{"epsilon", "ϵ"},
    Symbol{"varepsilon", "ε"},
    Symbol{"zeta", "ζ"},
    Symbol{"eta", "η"},
    Symbol{"theta", "θ"},
    Symbol{"iota", "ι"},
    Symbol{"kappa", "κ"},
    Symbol{"lambda", "λ"},
    Symbol{"mu", "μ"},
    Symbol{"nu", "ν"},
    Symbol{"xi", "ξ"},
    Symbol{"pi", "π"},
    Symbol{"rho", "ρ"},
    Symbol{"sigma", "σ"},
    Symbol{"tau", "τ"},
    Symbol{"upsilon", "υ"},
    Symbol{"phi", "ϕ"},
    Symbol{"varphi", "φ"},
    Symbol{"chi", "χ"},
    Symbol{"psi", "ψ"},
    Symbol{"omega", "ω"},
    Symbol{"Gamma", "Γ"},
    Symbol{"Delta", "Δ"},
    Symbol{"Theta", "Θ"},
    Symbol{"Lambda", "Λ"},
    Symbol{"Xi", "Ξ"},
    Symbol{"Pi", "Π"},
    Symbol{"Sigma", "Σ"},
    Symbol{"Phi", "Φ"},
    Symbol{"Psi", "Ψ"},
    Symbol{"Omega", "Ω"},
    Symbol{"ell", "ℓ"},
    Symbol{"infty", "∞"},
    Symbol{"times", "×"},
    Symbol{"cdot", "·"},
    Symbol{"pm", "±"},
    Symbol{"leq", "≤"},
    Symbol{"le", "≤"},
    Symbol{"geq", "≥"},
    Symbol{"ge", "≥"},
    Symbol{"neq", "≠"},
    Symbol{"approx", "≈"},
    Symbol{"sim", "∼"},
    Symbol{"equiv", "≡"},
    Symbol{"to", "→"},
    Symbol{"rightarrow", "→"},
    Symbol{"leftarrow", "←"},
    Symbol{"leftrightarrow", "↔"},
    Symbol{"Rightarrow", "⇒"},
    Symbol{"in", "∈"},
    Symbol{"subset", "⊂"},
    Symbol{"subseteq", "⊆"},
    Symbol{"cup", "∪"},
    Symbol{"cap", "∩"},
    Symbol{"forall", "∀"},
    Symbol{"exists", "∃"},
    Symbol{"nabla", "∇"},
    Symbol{"partial", "∂"},
    Symbol{"sum", "∑"},
    Symbol{"prod", "∏"},
    Symbol{"int", "∫"},
    Symbol{"sqrt", "√"},
    Symbol{"star", "⋆"},
    Symbol{"ast", "*"},
    Symbol{"circ", "∘"},
    Symbol{"oplus", "⊕"},
    Symbol{"otimes", "⊗"},
    Symbol{"perp", "⊥"},
    Symbol{"mid", "|"},
    Symbol{"log", "log"},
    Symbol{"max", "max"},
    Symbol{"min", "min"},
    Symbol{"exp", "exp"},
    Symbol{"prime", "′"},
    Symbol{"textasteriskcentered", "*"},
    Symbol{"backslash", "\\"},
};

// Commands whose first argument is no text: it is left out.
constexpr std::array<std::string_view, 8> kArgumentHidden = {"href",  "color", "textcolor", "cite",
                                                             "label", "ref",   "vspace",    "hspace"};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

class Printer {
 public:
  explicit Printer(std::string_view latex) : in_(latex) {}

  std::string print() {
    while (at_ < in_.size()) step();
    return text::clean(out_);
  }

 private:
  void skip_blanks() {
    while (at_ < in_.size() && blank_at(in_, at_) == 1) ++at_;
  }
  bool take(std::string_view what) {
    if (!in_.substr(at_).starts_with(what)) return false;
    at_ += what.size();
    return true;
  }

  void step() {
    if (in_[at_] == '\\') {
      ++at_;
      command();
    } else if (take("---")) {
      out_ += "—";
    } else if (take("--")) {
      out_ += "–";
    } else if (take("``")) {
      out_ += "“";
    } else if (take("''")) {
      out_ += "”";
    } else if (take("`")) {
      out_ += "‘";
    } else if (take("~")) {
      out_ += ' ';
    } else if (in_[at_] == '{' || in_[at_] == '}' || in_[at_] == '$') {
      ++at_;
    } else {
      out_ += in_[at_++];
    }
  }

  void command() {
    if (at_ >= in_.size()) return;
    const std::size_t from = at_;
    while (at_ < in_.size() && is_letter(in_[at_])) ++at_;
    if (at_ == from) ++at_;
    const std::string_view name = in_.substr(from, at_ - from);
    if (accent(name)) return;
    const bool word = is_letter(name[0]);
    if (word) skip_blanks();
    if (const auto* symbol = std::find_if(kSymbols.begin(), kSymbols.end(), [&](const Symbol& s) { return s.command == name; });
        symbol != kSymbols.end()) {
      out_ += symbol->printed;
      if (in_.substr(at_).starts_with("{}")) at_ += 2;
      // "\alpha particles" in a formula or a sentence: the blank only ended the command, unless letters would run together
      if (symbol->printed.size() > 2 && at_ < in_.size() && is_letter(in_[at_]) && blank_at(in_, at_ - 1)) out_ += ' ';
    } else if (std::find(kArgumentHidden.begin(), kArgumentHidden.end(), name) != kArgumentHidden.end()) {
      skip_group();
    } else if (!word) {
      escaped(name[0]);
    }
  }

  void escaped(char c) {
    if (c == '\\' || c == ' ' || c == ',' || c == ';' || c == ':' || c == '\n' || c == '\t') {
      out_ += ' ';
    } else if (c != '-' && c != '/' && c != '!' && c != '(' && c != ')' && c != '[' && c != ']' && c != '@') {
      out_ += c;
    }
  }

  void skip_group() {
    if (at_ >= in_.size() || in_[at_] != '{') return;
    int depth = 0;
    do {
      depth += in_[at_] == '{' ? 1 : in_[at_] == '}' ? -1 : 0;
      ++at_;
    } while (at_ < in_.size() && depth > 0);
  }

  bool accent(std::string_view name) {
    const auto* found = std::find_if(kAccents.begin(), kAccents.end(), [&](const Accent& a) { return a.command == name; });
    if (found == kAccents.end()) return false;
    const std::size_t back = at_;
    skip_blanks();
    bool braced = false;
    while (at_ < in_.size() && in_[at_] == '{') {
      braced = true;
      ++at_;
    }
    std::string base;
    if (at_ < in_.size() && in_[at_] == '\\' && at_ + 1 < in_.size() && (in_[at_ + 1] == 'i' || in_[at_ + 1] == 'j') &&
        (at_ + 2 >= in_.size() || !is_letter(in_[at_ + 2]))) {
      base = in_[at_ + 1];  // \i takes its accent as i does
      at_ += 2;
      skip_blanks();
    } else if (at_ < in_.size() && in_[at_] == '\\') {
      Printer inner(in_.substr(at_, 24));  // \'{\ae}: one symbol
      inner.at_ = 1;
      inner.command_without_accent();
      base = inner.out_;
      at_ += inner.at_;
    } else if (at_ < in_.size() && in_[at_] != '}' && !blank_at(in_, at_)) {
      const std::size_t from = at_;
      next_code_point(in_, at_);
      at_ = std::min(at_, in_.size());
      base = in_.substr(from, at_ - from);
    }
    if (base.empty() || (!is_letter(base[0]) && static_cast<unsigned char>(base[0]) < 0x80)) {
      at_ = back;  // "\~{}" alone, "\'s"-like slips: the mark itself
      if (name == "~" || name == "^" || name == "'" || name == "\"" || name == "." || name == "=") out_ += name;
      return true;
    }
    out_ += base;
    append_utf8(out_, found->combining);
    if (braced && at_ < in_.size() && in_[at_] == '}') ++at_;
    return true;
  }

  void command_without_accent() {
    const std::size_t from = at_;
    while (at_ < in_.size() && is_letter(in_[at_])) ++at_;
    const std::string_view name = in_.substr(from, at_ - from);
    const auto* symbol = std::find_if(kSymbols.begin(), kSymbols.end(), [&](const Symbol& s) { return s.command == name; });
    if (symbol != kSymbols.end()) out_ += symbol->printed;
    if (at_ == from) at_ = std::min(at_ + 1, in_.size());
  }

  std::string_view in_;
  std::size_t at_ = 0;
  std::string out_;
};

}  // namespace

std::string latex_to_text(std::string_view latex) { return Printer(latex).print(); }

std::string latex_to_address(std::string_view latex) {
  std::string out;
  for (std::size_t at = 0; at < latex.size();) {
    const std::string_view rest = latex.substr(at);
    bool replaced = false;
    for (const auto& [written, meant] : {std::pair<std::string_view, std::string_view>{"$\\sim$", "~"},
                                         {"\\textasciitilde", "~"},
                                         {"\\~{}", "~"},
                                         {"\\url", ""},
                                         {"\\_", "_"},
                                         {"\\%", "%"},
                                         {"\\&", "&"},
                                         {"\\#", "#"},
                                         {"\\~", "~"},
                                         {"{", ""},
                                         {"}", ""}}) {
      if (!rest.starts_with(written)) continue;
      out += meant;
      at += written.size();
      replaced = true;
      break;
    }
    if (!replaced) out += latex[at++];
  }
  return text::clean(out);
}

}  // namespace fellow::extractor
