/* What goes into the design review: the link, the same result as Markdown, and the sheet that is printed. */
(() => {
  "use strict";

  const CHIPFIRST = (self.CHIPFIRST ??= {});
  const REJECTED = 10; /* rejected chips in the text, at most */

  /* Names come from the catalogue and from addresses; nothing in them may become markup. */
  const escape = (text) => String(text).replace(/[\\`*_[\]<>|#]/g, "\\$&").replace(/\s+/g, " ");
  const row = (cells) => `| ${cells.map(escape).join(" | ")} |`;
  const grid = (heads, rows) => [row(heads), `|${heads.map(() => "---").join("|")}|`, ...rows.map(row)];

  /* Chips of which no type holds it, each by the one that has most. */
  const rejected = (v) => {
    const chipOf = (answer) => v.tools.typeOf(answer.id).chip;
    const fitting = new Set(v.fitting.map(chipOf));
    const all = (answer) => answer.have_bytes * answer.all_gpus;
    const best = new Map();
    for (const answer of v.failing) {
      const chip = chipOf(answer);
      if (!fitting.has(chip) && !(all(best.get(chip) ?? { have_bytes: -1, all_gpus: 1 }) >= all(answer))) best.set(chip, answer);
    }
    return [...best.values()];
  };

  const withUnit = (v, name, unit) => v.tools.word("with_unit", name, unit);
  const inGib = (v, name) => withUnit(v, name, "GiB");

  const requirement = (v, words) => {
    const { word } = v.tools;
    const set = v.settings.map(({ name, value, type }) => `- ${escape(type ? word("set_of", name, value, type) : word("change", name, value))}`);
    return [`## ${word("md_requirement")}`, "", escape(words.questionText()), "", ...(set.length ? set : [`- ${word("md_defaults")}`]), ""];
  };

  const need = (v, words) => {
    const { text, word, gib } = v.tools;
    const { estimate } = v;
    const terms = estimate.terms.map((term) => [text("term." + term.id), term.state === "not_modelled" ? "–" : gib(term.bytes), estimate.has_total ? gib(term.peak_bytes) : "–", words.formulaText(term)]);
    const heads = [text("fit.term"), inGib(v, text("fit.need")), inGib(v, text("fit.at_peak")), text("fit.formula")];
    return [`## ${word("md_need")}`, "", words.totalText(), "", ...grid(heads, terms), ""];
  };

  const rate = (v, answer) => (answer.has_rate ? v.tools.fill(v.tools.text("speed.tokens_range"), [v.tools.rounded(answer.likely), v.tools.range(answer.low, answer.high)]) : "–");

  const candidates = (v, words) => {
    const { word, text, label, gib, typeOf, chipName, rounded } = v.tools;
    const hours = withUnit(v, word("gpu_hours"), word(v.state.run.token_budget > 0 ? "of_budget" : "of_million"));
    const heads = [label("type"), label("chip"), word("layout"), inGib(v, text("fit.need")), inGib(v, word("usable")), words.rateName(), word("bound_by"), hours];
    const rows = words.bestOfFamilies().map((a) => [a.id, chipName(typeOf(a.id).chip), words.ratedLayoutText(a), gib(a.need_bytes), gib(a.have_bytes), rate(v, a), a.has_rate ? text("resource." + a.binding) : "–", a.gpu_hours > 0 ? rounded(a.gpu_hours) : "–"]);
    const found = `${word("counts", v.tools.digits(v.fitting.length), v.tools.digits(v.order.length))}${word("first_note")}`;
    return [`## ${word("md_candidates")}`, "", found, "", ...(rows.length ? [...grid(heads, rows), ""] : [])];
  };

  const others = (v, words) => {
    const { word, text, label, gib, typeOf, chipName } = v.tools;
    const list = rejected(v);
    if (list.length === 0) return [];
    const heads = [label("type"), label("chip"), word("reason"), inGib(v, text("fit.need")), inGib(v, word("usable")), word("smallest_change")];
    const size = (bytes) => (bytes > 0 ? gib(bytes) : "–");
    const rows = list.slice(0, REJECTED).map((a) => [a.id, chipName(typeOf(a.id).chip), words.reasonText(a), size(a.need_bytes), size(a.have_bytes), a.change ? words.changeText(a) : "–"]);
    return [`## ${word("md_rejected")}`, "", word("md_rejected_note"), "", ...grid(heads, rows), ""];
  };

  const choice = (v, words) => {
    const { word, text, gib, rounded } = v.tools;
    if (!v.chosen) return [`## ${word("md_chosen")}`, "", word("none_fits"), ""];
    const a = v.chosen;
    const lines = [`- ${word("change", escape(a.id), escape(words.layoutText(a)))}`, `- ${word("need", gib(a.need_bytes), gib(a.have_bytes), words.layoutText(a))}`];
    if (a.has_rate) lines.push(`- ${words.speedText(a)}`);
    if (a.service_machines > 0) lines.push(`- ${word("change", word("service", v.tools.digits(v.state.run.request_rate, 6)), v.tools.digits(a.service_machines))}`);
    if (a.money > 0) lines.push(`- ${word("md_money", rounded(a.money), text("way." + (a.way ?? "pay_as_you_go")))}`);
    if (!a.fits) lines.push(`- ${word("chosen_fails", words.reasonText(a))}`);
    return [`## ${word("md_chosen")}`, "", ...lines, ""];
  };

  const assumptions = (v) => {
    const { word, text } = v.tools;
    const fields = v.assumed().map(([group, pairs]) => `- ${word("change", escape(group), pairs.map(([name, value]) => word("md_field", escape(name), escape(value))).join(word("md_then")))}`);
    const prices = Object.keys(v.state.prices).length > 0 ? [`- ${word("md_prices")}`] : [];
    const warnings = v.estimate.warnings.map((id) => `- ${text("warning." + id)}`);
    return [`## ${word("md_assumptions")}`, "", ...fields, `- ${text("legend.on_top")}`, `- ${word("md_range")}`, ...prices, ...warnings, ""];
  };

  const origin = (v) => [v.tools.word("md_origin", v.data.digest, new Date().toISOString().slice(0, 10)), "", `<${v.permalink}>`, ""];

  const markdown = (v, words) =>
    [`# ${v.tools.word("md_title", escape(v.modelName))}`, "", ...requirement(v, words), ...need(v, words), ...candidates(v, words), ...others(v, words), ...choice(v, words), ...assumptions(v), ...origin(v)].join("\n");

  /* ---- The section */

  const copier = (v, id, content) => v.tools.button(v.tools.word(id), async () => {
    const said = document.querySelector(".calc-copied");
    try {
      await navigator.clipboard.writeText(content);
      said.textContent = v.tools.word(id + "_done");
    } catch {
      document.querySelector("#review details").open = true;
      document.querySelector("#review textarea").select();
      said.textContent = v.tools.word("copy_by_hand");
    }
  }, { className: "calc-button", data: { key: id } });

  CHIPFIRST.review = (v, words) => {
    const { make, word, place, at } = v.tools;
    const content = markdown(v, words);
    const open = document.querySelector("#review details")?.open ?? false;
    const area = make("textarea", { readOnly: true, rows: 16, value: content, ariaLabel: word("text") });
    const print = v.tools.button(word("print"), () => window.print(), { className: "calc-button", data: { key: "print" } });
    at("review").hidden = false;
    place("review",
      make("p", { className: "calc-tools" }, copier(v, "copy_link", v.permalink), copier(v, "copy_markdown", content), print),
      make("details", { open }, make("summary", {}, word("text")), area),
      make("p", { className: "calc-permalink" }, make("a", { href: v.permalink }, v.permalink)),
      make("p", { className: "calc-origin" }, word("md_origin", v.data.digest, new Date().toISOString().slice(0, 10))));
  };
  CHIPFIRST.markdown = markdown;
})();
