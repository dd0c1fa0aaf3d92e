/* The calculator's results as elements: verdict, memory term by term, types, chips, the chosen type. Nothing is computed here. */
(() => {
  "use strict";

  const CHIPFIRST = (self.CHIPFIRST ??= {});
  const SYMBOLS = { fits: "●", tight: "◐", exceeds: "○" };
  /* Which tone of the bar a term has; the others are runtime and slack. */
  const TONES = {
    weights: "weights cast_copies unfused_copies rope_tables dequantised",
    states: "master_weights gradients optimizer adapter_weights adapter_gradients adapter_optimizer embedding_copies embedding_gradients step_temporaries sharding_buffers",
    cache: "kv_cache linear_state cache_copy",
    activations: "activations recomputed_layer logits head_input prefill next_token_logits",
  };
  let v = null; /* what is shown: see view() of calculator.js */
  let t = null; /* its tools */

  const toneOf = (id) => Object.keys(TONES).find((tone) => TONES[tone].split(" ").includes(id)) ?? "rest";
  const missing = () => t.make("span", { className: "missing" }, t.text("value.not_published_short"));
  const symbol = (verdict) => (SYMBOLS[verdict] ? t.make("span", { className: "v " + verdict, ariaHidden: "true" }, SYMBOLS[verdict]) : null);
  const verdictOf = (answer) => (answer.fits ? (answer.verdict === "tight" ? "tight" : "fits") : "exceeds");

  /* ---- Tables as those of the other pages */

  const cell = (tag, content, kind) => t.make(tag, { className: kind, ...(tag === "th" ? { scope: "row" } : {}) }, ...[content].flat());

  const head = ([name, kind, unit]) =>
    t.make("th", { scope: "col", className: kind }, name, unit ? t.make("span", { className: "unit" }, " ", unit) : null);

  /* columns: [[label, "num" or "txt", unit]]; rows: [[cell, …]] */
  const table = (caption, columns, rows, marked = -1) => {
    const body = rows.map((cells, i) =>
      t.make("tr", i === marked ? { className: "chosen" } : {}, ...cells.map((content, k) => cell(k ? "td" : "th", content, columns[k][1]))));
    const whole = t.make("table", { className: "plain" }, t.make("caption", {}, t.make("span", {}, caption)),
      t.make("thead", {}, t.make("tr", {}, ...columns.map(head))), t.make("tbody", {}, ...body));
    return t.make("div", { className: "table-scroll", tabIndex: 0, role: "region", ariaLabel: caption }, whole);
  };

  const moreButton = (id, total) => {
    if (total <= v.rows(id)) return null;
    return t.make("p", {}, t.button(t.word("show_all", t.digits(total)), () => v.actions.more(id), { className: "calc-more", data: { key: "more-" + id } }));
  };

  /* A heading's part appears when it has something to show. */
  const put = (id, ...children) => {
    t.at(id).hidden = children.length === 0;
    t.place(id, ...children.filter(Boolean));
  };

  /* ---- Layout and change in words */

  const gpusOf = (n) => t.word(n === 1 ? "layout_one" : "layout_gpus", t.digits(n));

  const layoutText = (answer, replicas = 1) => {
    if (!(answer.gpus > 0)) return t.text("value.not_published_short");
    const share = t.typeOf(answer.id)?.gpus;
    if (share > 0 && share < 1) return t.word("layout_share");
    const words = [replicas > 1 ? t.word("layout_replicas", t.digits(replicas), gpusOf(answer.gpus)) : gpusOf(answer.gpus)];
    if (answer.tensor_parallel > 1) words.push(t.word("layout_tp", t.digits(answer.tensor_parallel)));
    if (answer.zero_stage > 0) words.push(t.word("layout_zero", t.digits(answer.zero_stage)));
    return words.join(t.word("comma"));
  };

  /* The rate is that of all GPUs of the machines. */
  const ratedLayoutText = (answer) => {
    const { gpus, all_gpus: all } = answer;
    if (!answer.has_rate || all <= gpus) return layoutText(answer);
    const isReplicated = all % gpus === 0 && !(answer.zero_stage > 0);
    return isReplicated ? layoutText(answer, all / gpus) : t.word("layout_rate", layoutText(answer), t.digits(all));
  };

  const changeText = (answer) => {
    const { field, value } = answer.change;
    const own = t.typeOf(answer.id)?.gpus ?? 0;
    if (field === "gpus" && own >= 1 && value > own) return t.word("change_machines", t.digits(v.machinesFor(answer)));
    return t.word("change", t.label(field), t.valueText(t.fieldOf("workload", field), value));
  };

  const reasonText = (answer) => t.text("limit." + (answer.verdict === "unknown" && !answer.limit ? "memory_not_published" : answer.limit ?? "memory_not_published"));

  /* ---- The bar: terms at the peak against the memory there is */

  const bar = (estimate, have) => {
    const whole = Math.max(estimate.high, have) || 1;
    const share = (bytes) => String((bytes / whole) * 100);
    const pieces = [t.drawing("rect", { class: "bar-have", width: share(have), height: 10 })];
    let x = 0;
    for (const term of estimate.terms) {
      pieces.push(t.drawing("rect", { class: "tone-" + toneOf(term.id), x: share(x), width: share(term.peak_bytes), height: 10 }));
      x += term.peak_bytes;
    }
    pieces.push(t.drawing("rect", { class: "bar-range", x: share(estimate.low), width: share(estimate.high - estimate.low), y: 8.4, height: 1.6 }));
    if (have < whole) pieces.push(t.drawing("rect", { class: "bar-edge", x: share(have), width: "0.4", height: 10 }));
    return t.drawing("svg", { class: "bar calc-bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" }, ...pieces);
  };

  const barText = (estimate) => {
    const large = estimate.terms.filter((term) => term.peak_bytes > estimate.likely * 0.03);
    const items = large.map((term) => t.make("li", { className: "tone-" + toneOf(term.id) }, t.word("term_gib", t.text("term." + term.id), t.gib(term.peak_bytes))));
    return t.make("ul", { className: "bar-text" }, ...items);
  };

  /* ---- The verdict */

  const step = (name, content) => t.make("li", {}, t.make("span", { className: "answer-label" }, name), " ", content);

  const questionText = () => {
    const { workload } = v;
    const method = t.valueText(t.fieldOf("workload", "method"), workload.method);
    const pattern = v.isEncoder ? "question_encoder" : workload.method === "inference" ? "question_inference" : "question";
    return t.word(pattern, v.modelName, method, t.digits(workload.seq), t.digits(workload.batch));
  };

  const headline = () => {
    if (!v.chosen) return t.word("none_fits");
    return t.word("need", t.gib(v.estimate.likely || v.estimate.exact_bytes), t.gib(v.chosen.have_bytes), layoutText(v.chosen));
  };

  const peakText = () => {
    const { estimate } = v;
    if (!estimate.has_total) return t.word("lower_bound", t.gib(estimate.exact_bytes));
    return t.word("peak", t.text("phase." + estimate.phase), t.gib(estimate.low), t.gib(estimate.high));
  };

  const totalText = () => {
    const { estimate } = v;
    if (!estimate.has_total) return peakText();
    const total = t.word("md_total", t.gib(estimate.likely), t.gib(estimate.low), t.gib(estimate.high), t.text("phase." + estimate.phase));
    return (v.chosen || v.workload.gpus > 1 ? "" : t.word("undivided")) + total;
  };

  const path = (type) => t.make("ol", { className: "answer-path" },
    step(t.label("chip"), t.link("chips", type.chip, t.chipName(type.chip))),
    step(t.label("family"), t.link("families", type.family)),
    step(t.label("type"), t.link("types", type.id)));

  const speedText = (answer) => t.word(v.isEncoder ? "speed_read" : "speed", t.rounded(answer.likely), t.range(answer.low, answer.high), t.text("resource." + answer.binding));
  const speedLine = (answer) => (answer.has_rate ? t.make("p", {}, speedText(answer)) : null);
  const rateName = () => (v.isEncoder ? t.word("rate_read") : t.text("speed.tokens"));

  const countsText = () => t.word("counts", t.digits(v.fitting.length), t.digits(v.order.length));

  /* A number that leads to what it is made of, on the type that it belongs to. */
  const opens = (answer, part, content) => {
    const link = t.make("a", { className: "computed", href: v.actions.addressOf(answer.id, part), data: { key: `${part}-${answer.id}` } }, ...[content].flat());
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      if (v.chosen?.id !== answer.id) v.actions.choose(answer.id);
      t.at(part).scrollIntoView();
    });
    return link;
  };

  /* The head of the ranking, beside the form; the whole table stands below. */
  const firstRow = (answer) => {
    const type = t.typeOf(answer.id);
    return [
      typeCell(answer), t.chipName(type.chip), ratedLayoutText(answer), opens(answer, "memory", t.gib(answer.need_bytes)), t.gib(answer.have_bytes),
      answer.has_rate ? opens(answer, "chosen", t.rounded(answer.likely)) : missing(),
    ];
  };

  const FIRST = 5;

  /* The best of each family: five sizes of one would say less. */
  const bestOfFamilies = () => {
    const seen = new Set();
    return v.fitting.filter(({ id }) => {
      const { family } = t.typeOf(id);
      const isNew = !seen.has(family);
      seen.add(family);
      return isNew;
    }).slice(0, FIRST);
  };

  const firstTypes = () => {
    if (v.fitting.length === 0) return [];
    const columns = [[t.label("type"), "txt"], [t.label("chip"), "txt"], [t.word("layout"), "txt"], [t.text("fit.need"), "num", "GiB"], [t.word("usable"), "num", "GiB"], [rateName(), "num"]];
    const rows = bestOfFamilies();
    const all = t.make("p", { className: "calc-all" }, t.make("a", { href: "#types" }, t.word("to_all", t.digits(v.fitting.length))));
    return [table(t.word("first"), columns, rows.map(firstRow), rows.findIndex((answer) => answer.id === v.chosen?.id)), all];
  };

  const helpLine = () => {
    const [near] = curable();
    if (!near) return t.make("p", {}, t.word("no_change"));
    return t.make("p", {}, t.word("nearest", near.id), " ", t.button(changeText(near), () => v.actions.applyChange(near), { className: "calc-apply", data: { key: "apply-first" } }));
  };

  const chosenBox = () => {
    const type = t.typeOf(v.chosen.id);
    const verdict = verdictOf(v.chosen);
    const box = t.callout("answer calc-" + verdict, t.word("state_" + verdict),
      t.make("p", { className: "answer-question" }, symbol(verdict), " ", questionText()),
      path(type),
      t.make("p", { className: "answer-case" }, t.make("span", { className: "answer-model" }, headline())),
      v.estimate.has_total ? bar(v.estimate, v.chosen.have_bytes) : null,
      v.estimate.has_total ? barText(v.estimate) : null,
      t.make("p", {}, peakText()),
      speedLine(v.chosen),
      v.chosen.fits ? null : t.make("p", {}, t.word("chosen_fails", reasonText(v.chosen))),
      v.chosen.change ? t.make("p", {}, t.button(changeText(v.chosen), () => v.actions.applyChange(v.chosen), { className: "calc-apply", data: { key: "apply-chosen" } })) : null,
      t.make("p", {}, countsText()));
    box.append(t.make("p", { className: "callout-origin" }, t.word("origin", v.data.digest)));
    return box;
  };

  const emptyBox = () => t.callout("correction", t.word("none_fits"), t.make("p", {}, questionText()), t.make("p", {}, totalText()),
    t.make("p", {}, countsText()), helpLine());

  const warnings = () => v.estimate.warnings.map((id) => t.callout("pitfall", t.text("callout.pitfall"), t.make("p", {}, t.text("warning." + id))));

  const renderVerdict = () => {
    t.at("verdict").replaceChildren(v.chosen ? chosenBox() : emptyBox(), ...warnings(), ...firstTypes());
    v.actions.showBottom(v.chosen ? t.word("bottom", t.word("state_" + verdictOf(v.chosen)), t.gib(v.estimate.likely || v.estimate.exact_bytes), v.chosen.id) : t.word("none_fits"));
  };

  /* ---- Memory, term by term */

  const formulaText = (term) => {
    if (!term.formula) return term.state === "not_modelled" ? t.text("verdict.not_modelled") : "";
    return t.fill(t.text("formula." + term.formula), term.operands.map((operand) => t.digits(operand, 6)));
  };

  const termRow = (term) => [
    [t.make("span", { className: "swatch tone-" + toneOf(term.id), ariaHidden: "true" }), t.text("term." + term.id)],
    term.state === "not_modelled" ? missing() : t.gib(term.bytes),
    ...(v.estimate.has_total ? [t.gib(term.peak_bytes)] : []),
    formulaText(term),
  ];

  const renderMemory = () => {
    const { estimate } = v;
    const gib = "GiB";
    const columns = [[t.text("fit.term"), "txt"], [t.text("fit.need"), "num", gib], ...(estimate.has_total ? [[t.text("fit.at_peak"), "num", gib]] : []), [t.text("fit.formula"), "long txt"]];
    const note = t.fill(t.text("fit.peak_note"), [t.text("phase." + estimate.phase), `${t.gib(estimate.low)} GiB`, `${t.gib(estimate.high)} GiB`]);
    const last = estimate.has_total
      ? [t.text("fit.peak"), t.gib(estimate.likely), t.gib(estimate.likely), note]
      : [t.text("fit.sum"), t.gib(estimate.exact_bytes), t.text("fit.sum_note")];
    const caption = v.chosen ? t.word("memory_caption", v.chosen.id, layoutText(v.chosen)) : t.word("memory_caption_alone");
    put("memory", table(caption, columns, [...estimate.terms.map(termRow), last], estimate.terms.length), t.make("p", { className: "legend" }, t.text("legend.on_top")));
  };

  /* ---- Types that fit */

  const typeCell = (answer) => {
    const is = v.chosen?.id === answer.id;
    const pick = t.button(t.word(is ? "is_chosen" : "choose"), () => v.actions.choose(answer.id), { className: "calc-choose", ariaPressed: String(is), ariaLabel: t.word(is ? "is_chosen_type" : "choose_type", answer.id), data: { key: "choose-" + answer.id } });
    return [symbol(verdictOf(answer)), " ", t.link("types", answer.id), t.make("span", { className: "calc-row-tools" }, pick)];
  };

  const priceCell = (answer) => {
    const input = t.make("input", { type: "text", inputMode: "decimal", size: 6, className: "calc-price", ariaLabel: t.word("price_of", answer.id), data: { key: "price-" + answer.id } });
    input.value = v.state.prices[answer.id]?.price_hour ?? "";
    input.addEventListener("change", () => {
      const price = input.value.trim() === "" ? null : CHIPFIRST.state.number(input.value.trim(), false);
      const isWrong = price === null && input.value.trim() !== "";
      input.ariaInvalid = String(isWrong);
      if (!isWrong) v.actions.setPrice(answer.id, price);
    });
    return input;
  };

  const moneyCell = (answer) => (answer.money > 0 ? opens(answer, "chosen", t.rounded(answer.money)) : missing());
  const networkCell = (type) => (type.network === null ? missing() : t.digits(type.network, 2));

  const hoursCell = (answer) => (answer.gpu_hours > 0 ? opens(answer, "chosen", t.rounded(answer.gpu_hours)) : missing());

  const typeRow = (answer) => {
    const type = t.typeOf(answer.id);
    return [
      typeCell(answer), [t.link("chips", type.chip, t.chipName(type.chip)), t.make("span", { className: "aliases" }, t.text("value.status." + type.status))], ratedLayoutText(answer),
      answer.need_bytes > 0 ? opens(answer, "memory", t.gib(answer.need_bytes)) : missing(), answer.have_bytes > 0 ? t.gib(answer.have_bytes) : missing(),
      answer.have_bytes > 0 ? t.gib(answer.headroom_bytes) : missing(), networkCell(type),
      answer.has_rate ? [opens(answer, "chosen", t.rounded(answer.likely)), t.make("span", { className: "aliases" }, t.range(answer.low, answer.high))] : missing(),
      answer.has_rate ? t.text("resource." + answer.binding) : missing(),
      ...(isService() ? [answer.service_machines > 0 ? opens(answer, "chosen", t.digits(answer.service_machines)) : missing()] : []),
      hoursCell(answer), priceCell(answer), moneyCell(answer),
    ];
  };

  const rate = () => v.state.run.request_rate ?? 0;
  const isService = () => rate() > 0 && v.workload.method === "inference";

  const hasBudget = () => v.state.run.token_budget > 0;

  const renderTypes = () => {
    if (v.fitting.length === 0) return put("types");
    const columns = [
      [t.label("type"), "txt"], [t.label("chip"), "txt", t.label("status")], [t.word("layout"), "txt"], [t.text("fit.need"), "num", "GiB"], [t.word("usable"), "num", "GiB"],
      [t.word("left"), "num", "GiB"], [t.label("network"), "num", "Gbit/s"], [rateName(), "num", t.word("low_high")], [t.word("bound_by"), "txt bound"],
      ...(isService() ? [[t.word("machines_short"), "num", t.word("for_rate", t.digits(rate(), 6))]] : []),
      [t.word("gpu_hours"), "num", t.word(hasBudget() ? "of_budget" : "of_million")], [t.word("price"), "num", t.word("an_hour")],
      [t.word("money"), "num", t.word(hasBudget() ? "of_budget" : "of_million")],
    ];
    const rows = v.fitting.slice(0, v.rows("types"));
    const marked = rows.findIndex((answer) => answer.id === v.chosen?.id);
    return put("types", table(t.word("types_caption", t.digits(rows.length), t.digits(v.fitting.length)), columns, rows.map(typeRow), marked), moreButton("types", v.fitting.length),
      t.make("p", { className: "legend" }, t.word("types_legend")));
  };

  /* ---- Types that do not fit: the first reason, and what would help */

  const changeCell = (answer, name) =>
    answer.change ? t.button(changeText(answer), () => v.actions.applyChange(answer), { className: "calc-apply", ariaLabel: t.word("apply_for", changeText(answer), name), data: { key: "apply-" + answer.id } }) : missing();

  /* Those with a change first, and of them those that stay on one machine. */
  const curable = () => {
    const machines = (answer) => (answer.change.field === "gpus" ? v.machinesFor(answer) : 0);
    return v.failing.filter((answer) => answer.change).sort((a, b) => machines(a) - machines(b));
  };

  const otherRow = (answer) => {
    const type = t.typeOf(answer.id);
    return [
      [symbol("exceeds"), " ", t.link("types", answer.id)], t.link("chips", type.chip, t.chipName(type.chip)), reasonText(answer), layoutText(answer),
      answer.need_bytes > 0 ? t.gib(answer.need_bytes) : missing(), answer.have_bytes > 0 ? t.gib(answer.have_bytes) : missing(), changeCell(answer, answer.id),
    ];
  };

  const renderOthers = () => {
    if (v.failing.length === 0) return put("others");
    const columns = [[t.label("type"), "txt"], [t.label("chip"), "txt"], [t.word("reason"), "txt"], [t.word("best_layout"), "txt"], [t.text("fit.need"), "num", "GiB"], [t.word("usable"), "num", "GiB"], [t.word("smallest_change"), "txt"]];
    const rows = [...curable(), ...v.failing.filter((answer) => !answer.change)].slice(0, v.rows("others"));
    return put("others", table(t.word("others_caption", t.digits(rows.length), t.digits(v.failing.length)), columns, rows.map(otherRow)), moreButton("others", v.failing.length));
  };

  /* ---- Chips */

  const chipRow = (answer) => [
    [symbol(verdictOf(answer)), " ", t.link("chips", answer.id, t.chipName(answer.id))],
    answer.fits ? t.word("state_" + verdictOf(answer)) : reasonText(answer),
    answer.fits ? t.digits(answer.gpus) : missing(), answer.need_bytes > 0 ? t.gib(answer.need_bytes) : missing(),
    answer.have_bytes > 0 ? t.gib(answer.have_bytes) : missing(), answer.change ? changeText(answer) : missing(),
  ];

  /* What can be ordered first, then the fewest GPUs, then the smallest memory that does. */
  const chipOrder = (answers) => {
    const verdict = (answer) => ["fits", "tight", "exceeds"].indexOf(verdictOf(answer));
    const status = ({ id }) => v.data.enums.status.indexOf(t.typeOf(v.data.chips.find((chip) => chip.id === id).type)?.status);
    const keys = (answer, place) => [verdict(answer), status(answer), answer.gpus, answer.have_bytes, place];
    const rows = answers.map((answer, place) => ({ answer, keys: keys(answer, place) }));
    rows.sort((a, b) => a.keys.map((key, i) => key - b.keys[i]).find((difference) => difference) ?? 0);
    return rows.map(({ answer }) => answer);
  };

  const renderChips = () => {
    const answers = v.chips.chips.filter((answer) => !v.state.on || answer.id === v.state.on);
    const sorted = chipOrder(answers);
    const columns = [[t.label("chip"), "txt"], [t.label("verdict"), "txt"], [t.word("fewest_gpus"), "num"], [t.word("need_each"), "num", "GiB"], [t.word("usable"), "num", "GiB"], [t.word("smallest_change"), "txt"]];
    const rows = sorted.slice(0, v.rows("chips"));
    put("chips", table(t.word("chips_caption"), columns, rows.map(chipRow)), moreButton("chips", sorted.length));
  };

  /* ---- The chosen type */

  const fact = (name, content, how) => t.make("div", how ? { className: "wide" } : {}, t.make("dt", {}, name), t.make("dd", {}, ...[content].flat(), how ? t.make("span", { className: "aliases" }, how) : ""));
  const seconds = (value) => t.fill(t.text("speed.seconds"), [t.rounded(value)]);

  const tokens = () => (hasBudget() ? t.digits(v.state.run.token_budget) : t.digits(1e6));

  const adviceText = ({ advice, gain }) => {
    if (!advice) return t.text("speed.no_advice");
    const change = t.text("advice." + advice);
    return gain > 1 ? t.fill(t.text("speed.gain"), [change, t.digits(gain, 2)]) : change;
  };

  const paidGpus = (a) => t.typeOf(a.id).gpus * a.machines;

  const hoursHow = (a) => {
    const idle = paidGpus(a) >= a.all_gpus + 1 ? t.word("hours_idle", t.digits(paidGpus(a)), t.digits(a.all_gpus)) : "";
    return t.word("hours_how", tokens(), t.rounded(a.likely), t.digits(paidGpus(a), 3)) + idle;
  };

  const speedFacts = (a) => [
    ...(a.first_token > 0 ? [fact(t.text("speed.first_token"), seconds(a.first_token)), fact(t.text("speed.between_tokens"), seconds(a.between_tokens)), fact(t.word("request"), seconds(a.request))] : []),
    fact(t.word("bound_by"), t.text("resource." + a.binding)),
    fact(t.text("speed.change_first"), adviceText(a)),
    ...(a.hours > 0 ? [fact(t.word("hours"), t.word("hours_range", t.rounded(a.hours), t.range(a.hours_low, a.hours_high)))] : []),
    fact(t.label("machines"), t.digits(a.machines)),
    fact(rateName(), t.fill(t.text("speed.tokens_range"), [t.rounded(a.likely), t.range(a.low, a.high)]), t.word("rate_how", t.digits(a.tokens), t.rounded(a.seconds))),
    fact(t.word("gpu_hours"), [t.rounded(a.gpu_hours), " ", t.make("span", { className: "missing" }, t.word(hasBudget() ? "of_budget" : "of_million"))], hoursHow(a)),
    ...(a.service_machines > 0 ? [serviceFact(a)] : []),
  ];

  /* Those that the rate counts: an encoder reads, others write. */
  const requestTokens = () => (v.isEncoder ? v.workload.seq : v.workload.new_tokens || (v.state.run.output_tokens ?? t.fieldOf("run", "output_tokens").initial));

  const serviceFact = (a) => fact(t.word("service", t.digits(rate(), 6)),
    a.service_hour > 0 ? t.word("service_hour", t.digits(a.service_machines), t.rounded(a.service_hour)) : t.digits(a.service_machines),
    t.word(a.machines > 1 ? "service_how_groups" : "service_how", t.digits(rate(), 6), t.digits(requestTokens()), t.rounded(a.likely), t.digits(a.machines)));

  /* A rate needs both; what is not published cannot be computed. */
  const noRateText = (a) => {
    const lacks = (resource) => a.uses.some((use) => use.resource === resource && use.state !== "known");
    return t.text(lacks("compute") ? "speed.no_peak" : lacks("memory") ? "speed.no_bandwidth" : "value.not_published");
  };

  const chosenFacts = (a) => t.make("dl", { className: "facts" },
    fact(t.word("layout"), ratedLayoutText(a)), fact(t.text("fit.need"), t.word("gib", t.gib(a.need_bytes))), fact(t.word("usable"), t.word("gib", t.gib(a.have_bytes))),
    ...(a.has_rate ? speedFacts(a) : a.fits ? [fact(t.text("speed.tokens"), noRateText(a))] : []));

  const useRow = (a) => (use) => [
    use.resource === a.binding ? t.make("strong", {}, t.fill(t.text("speed.binds"), [t.text("resource." + use.resource)])) : t.text("resource." + use.resource),
    use.state === "known" ? t.rounded(use.seconds) : missing(), use.state === "known" ? t.text("speed.known") : t.text("value.not_published"),
  ];

  const uses = (a) => {
    if (!a.has_rate) return null;
    const training = v.workload.method !== "inference";
    const columns = [[t.text("speed.resource"), "txt"], [t.text(training ? "speed.step_seconds" : "speed.round_seconds"), "num", "s"], [t.text("speed.state"), "txt"]];
    return table(t.text(training ? "caption.speed_training" : "caption.speed_serving"), columns, a.uses.map(useRow(a)));
  };

  const wayText = ({ way, hours }) => {
    const a = v.advice;
    const price = (id) => t.digits(v.state.prices[a.id]?.[id] ?? 0, 6);
    const machines = t.digits(a.machines);
    if (way === "pay_as_you_go") return t.word("pay_how", machines, t.rounded(hours), price("price_hour"));
    if (way === "spot") return t.word("spot_how", t.rounded(a.cost.spot_billed_hours), price("spot_hour"), machines);
    if (way === "savings_plan") return t.word("plan_how", price("plan_hour"), price("plan_discount"));
    return t.word("month_how", machines, t.digits(a.cost.months), price(way === "subscription" ? "subscription_month" : "reserved_month"));
  };

  const wayRow = (cost) => (way) => [
    way.way === cost.cheapest ? t.make("strong", {}, t.word("cheapest", t.text("way." + way.way))) : t.text("way." + way.way),
    way.is_given ? t.rounded(way.money) : missing(), way.is_given ? t.rounded(way.hours) : missing(), way.is_given && way.per_million > 0 ? t.rounded(way.per_million) : missing(),
    way.is_given ? wayText(way) : "",
  ];

  const ways = (a) => {
    if (!a.cost.cheapest) return t.make("p", {}, t.word(hasBudget() ? "no_prices" : "no_budget"));
    const columns = [[t.word("way"), "txt"], [t.word("money"), "num"], [t.word("hours"), "num", "h"], [t.word("per_million"), "num"], [t.word("how"), "long txt"]];
    return table(t.word("ways_caption", t.digits(a.cost.machine_hours, 1)), columns, a.cost.ways.map(wayRow(a.cost)));
  };

  const spot = ({ cost }) => (cost.spot_interval_seconds > 0
    ? t.make("p", {}, t.word("spot", seconds(cost.spot_interval_seconds), t.rounded(cost.spot_interruptions), t.rounded(cost.spot_billed_hours)))
    : null);

  const renderChosen = () => {
    if (!v.advice || v.advice.error) return put("chosen");
    return put("chosen", t.make("p", {}, t.link("types", v.chosen.id), t.word("chosen_intro")), chosenFacts(v.advice), uses(v.advice),
      v.advice.has_rate && !v.advice.is_complete ? t.make("p", {}, t.text("speed.incomplete")) : null, v.advice.has_rate ? ways(v.advice) : null, spot(v.advice));
  };

  /* ---- All of it; what had the focus has it again */

  const render = (view) => {
    const key = document.activeElement?.dataset.key;
    v = view;
    t = view.tools;
    renderVerdict();
    renderMemory();
    renderTypes();
    renderOthers();
    renderChips();
    renderChosen();
    CHIPFIRST.review(view, { layoutText, ratedLayoutText, changeText, reasonText, formulaText, questionText, totalText, speedText, rateName, bestOfFamilies });
    if (key) (document.querySelector(`[data-key="${CSS.escape(key)}"]`) ?? t.at("result")).focus();
  };

  CHIPFIRST.views = { render };
})();
