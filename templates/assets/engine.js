/* The calculator's engine: the sizing core, compiled to WebAssembly, behind plain objects. A classic script that works from a
 * file: no modules, no fetch. calc-data.*.js and sizing.*.js come before it. No slot, index or formula stands here: names and
 * places come with the data, from the C sources. */
(() => {
  "use strict";

  const { packed, module } = self.CHIPFIRST;
  const mapValues = (object, change) => Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
  const split = (value) => (typeof value === "string" ? value.split(" ") : value);
  const layout = mapValues(packed.layout, split);
  const enums = mapValues(packed.enums, split);

  const ids = mapValues(packed.ids, split);
  const operandsOf = Object.fromEntries(ids.formulas.map((id, i) => [id, packed.operands[i]]));

  /* By number; the numbers of these begin with 1, and 0 is none. */
  const [formulas, reasons, limits, advices] = ["formulas", "reasons", "limits", "advices"].map((list) => [null, ...ids[list]]);
  const EXPORTS = ["in", "types", "prices", "out", "text"];
  const FLAGS = ["fits", "is_total", "has_rate", "is_complete"];

  /* What an answer is read from and does not show itself. */
  const HIDDEN = ["is_judged", "change_slot", "change_value", "has_cheapest", "cheapest"];
  const place = Object.fromEntries(layout.answer.map((name, i) => [name, i]));
  const shown = [...layout.answer.keys()].filter((i) => !HIDDEN.includes(layout.answer[i]));

  /* ---- Values as pages write them: spellings for enums, true and false, numbers; null is absent ---- */

  const toPlain = (kind, number) => {
    if (kind === "bool") return number === 1;
    if (!enums[kind]) return number;
    return enums[kind][number - 1] ?? null;
  };

  /* What is no value of its kind becomes a number that the C side refuses by name. */
  const toNumber = (kind, value) => {
    if (value === null || value === undefined) return 0;
    if (enums[kind] && typeof value === "string") return enums[kind].indexOf(value) + 1 || enums[kind].length + 1;
    return typeof value === "string" && value.trim() === "" ? NaN : Number(value);
  };

  /* ---- The catalogue, unpacked ---- */

  const groups = mapValues(packed.fields, (texts) => {
    const rows = texts.map(split);
    const initial = Float64Array.from(rows, (row) => row[3] ?? 0);
    return {
      fields: rows.map(([id, kind, unit = ""], slot) => ({ id, kind, unit, initial: toPlain(kind, initial[slot]) })),
      initial,
      slots: new Map(rows.map(([id], slot) => [id, slot])),
    };
  });

  const differ = (from, pairs) => {
    const slots = Float64Array.from(from);
    for (let i = 0; i < pairs.length; i += 2) slots[pairs[i]] = pairs[i + 1];
    return slots;
  };

  /* The slots as an object; without `from` all of them, else those that are not as there. */
  const named = (group, slots, from) =>
    Object.fromEntries(
      groups[group].fields.flatMap(({ id, kind }, i) => (from && slots[i] === from[i] ? [] : [[id, toPlain(kind, slots[i])]])),
    );

  const { initial: noModel } = groups.model;
  const { initial: noWorkload } = groups.workload;
  const modelSlots = new Map();
  const stackSlots = new Map([["", noWorkload], [undefined, noWorkload], [null, noWorkload]]);

  const unpackModels = () => {
    let slots = noModel;
    let family = "";
    return packed.models.map(([id, name, ownFamily, modelled, pairs]) => {
      slots = differ(slots, pairs);
      family = ownFamily || family;
      modelSlots.set(id, slots);
      const fields = named("model", slots, noModel);
      return { id, name, family, context: fields.max_context ?? null, modelled: modelled === 1, fields };
    });
  };

  const unpackStacks = () =>
    packed.stacks.map(([id, name, pairs]) => {
      stackSlots.set(id, differ(noWorkload, pairs));
      return { id, name, switches: named("workload", stackSlots.get(id), noWorkload) };
    });

  const families = packed.families.map(([id, chip, status, interconnect, erdma]) => ({
    id,
    chip: chip || null,
    status: enums.status[status - 1] ?? null,
    interconnect: enums.interconnect[interconnect - 1] ?? null,
    erdma: erdma === 1,
  }));

  const candidates = new Float64Array(packed.types.length * layout.candidate_size);

  const unpackTypes = () => {
    let slots = new Float64Array(layout.candidate_size);
    return packed.types.map(([ending, familyIndex, memory, network, pairs, gpus], i) => {
      const { id: family, ...common } = families[familyIndex];
      slots = differ(slots, pairs);
      candidates.set(slots, i * layout.candidate_size);
      return {
        id: /^[.-]/.test(ending) ? family + ending : ending,
        family,
        ...common,
        vcpus: slots[layout.candidate_vcpus] || null,
        memory,
        gpus: gpus === 0 ? null : slots[layout.candidate_gpus],
        gpu_memory: slots[layout.candidate_gpu_memory] || null,
        network,
      };
    });
  };

  /* Equals come in the order of their ids, byte by byte. */
  const setOrder = () => {
    const sorted = new Map(types.map(({ id }) => id).sort().map((id, i) => [id, i]));
    types.forEach(({ id }, i) => {
      candidates[i * layout.candidate_size + layout.candidate_order] = sorted.get(id);
    });
  };

  const stacks = unpackStacks();
  const types = unpackTypes();
  setOrder();
  const typeIndex = new Map(types.map(({ id }, i) => [id, i]));
  const data = {
    digest: packed.digest,
    fields: Object.fromEntries(Object.entries(groups).map(([name, group]) => [name, group.fields])),
    enums,
    value_ids: packed.value_ids,
    ...ids,
    formulas: ids.formulas.map((id) => [id, operandsOf[id]]),
    models: unpackModels(),
    stacks,
    families,
    types,
    chips: packed.chips.map(([id, name, type]) => ({ id, name, type: types[type].id })),
  };
  const chipTypes = packed.chips.map(([, , type]) => type);

  /* ---- A state as slots ---- */

  const overlay = (group, from, values) => {
    const slots = Float64Array.from(from);
    for (const [id, value] of Object.entries(values ?? {})) {
      const slot = groups[group].slots.get(id);
      if (slot === undefined) throw new RangeError(`${group} has no field ${id}`);
      slots[slot] = toNumber(groups[group].fields[slot].kind, value);
    }
    return slots;
  };

  const known = (map, id, what) => {
    const slots = map.get(id);
    if (!slots) throw new RangeError(`there is no ${what} ${id}`);
    return slots;
  };

  const modelOf = ({ model }) =>
    typeof model === "string" ? known(modelSlots, model, "model") : overlay("model", noModel, model);

  const workloadOf = ({ stack, workload }) => overlay("workload", known(stackSlots, stack, "stack"), workload);

  const questionOf = (state, more) => {
    const { interconnects = [], ...demand } = state.demand ?? {};
    const bits = interconnects.map((name) => 2 ** (enums.interconnect.indexOf(name) + 1));
    return {
      ...demand,
      has_model: Boolean(state.model),
      interconnects: bits.reduce((sum, bit) => sum + bit, 0),
      machines: state.machines ?? 1,
      with_changes: Boolean(state.with_changes),
      ...more,
    };
  };

  /* ---- The module ---- */

  const inflate = async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer();
  };

  const makeEngine = ({ memory, run, ...exports }) => {
    const address = Object.fromEntries(EXPORTS.map((name) => [name, exports[name]()]));
    const doubles = (at, n) => new Float64Array(memory.buffer, at, n);
    const input = doubles(address.in, layout.in_size);
    const typeTable = doubles(address.types, layout.candidates * layout.candidate_size);
    const priceTable = doubles(address.prices, layout.candidates * layout.prices_size);
    const output = doubles(address.out, layout.rank_answers + layout.candidates * layout.answer_size);
    const text = new Uint8Array(memory.buffer, address.text);
    const ops = Object.fromEntries(layout.ops.map((name, i) => [name, i]));

    typeTable.set(candidates);
    chipTypes.forEach((type, i) => {
      const row = candidates.subarray(type * layout.candidate_size, (type + 1) * layout.candidate_size);
      typeTable.set(row, (types.length + i) * layout.candidate_size);
    });

    /* -- asking */

    const ask = (question) =>
      layout.question.forEach((name, i) => {
        input[layout.in_question + i] = Number(question[name] ?? 0);
      });

    const writeState = (state) => {
      input.set(modelOf(state), layout.in_model);
      input.set(workloadOf(state), layout.in_workload);
      input.set(overlay("run", groups.run.initial, state.run), layout.in_run);
    };

    const writePrices = ({ prices, prices_all: shared }) => {
      const common = overlay("prices", groups.prices.initial, shared);
      types.forEach(({ id }, i) => {
        const own = prices[id] ? overlay("prices", common, prices[id]) : common;
        priceTable.set(own, i * layout.prices_size);
      });
    };

    const hasPrices = ({ prices }) => Object.keys(prices ?? {}).length > 0;

    /* -- reading */

    const read = (names, at) => {
      const values = {};
      for (let i = 0; i < names.length; i++) values[names[i]] = output[at + i];
      return values;
    };

    const errorOf = () => {
      const [reason, group, slot] = output;
      if (reason === 0) return null;
      const name = layout.groups[group];
      return { reason: reasons[reason], group: name, field: groups[name].fields[slot].id };
    };

    const scope = (e, prefix) => ({
      allocated: e[`${prefix}_allocated`],
      reserved: e[`${prefix}_reserved`],
      device: e[`${prefix}_device`],
    });

    const readTerm = (id, at) => {
      const { state, bytes, peak_bytes, formula } = read(layout.term, at);
      const n = operandsOf[formulas[formula]] ?? 0;
      const first = at + layout.term_operands;
      return {
        id,
        state: layout.term_states[state],
        bytes,
        peak_bytes,
        formula: formulas[formula],
        operands: Array.from(output.subarray(first, first + n)),
      };
    };

    const readTerms = () =>
      ids.terms
        .map((id, i) => readTerm(id, layout.estimate_terms + i * layout.term_size))
        .filter((term) => term.state === "not_modelled" || (term.state !== "none" && term.bytes > 0));

    const readUses = (at) => {
      const uses = [];
      ids.resources.forEach((resource, i) => {
        const { seconds, state, is_beside } = read(layout.use, at + i * layout.use_size);
        if (state > 0) uses.push({ resource, seconds, state: layout.use_states[state], is_beside: is_beside === 1 });
      });
      return uses;
    };

    const readChange = (slot, value) => {
      if (slot < 0) return null;
      const { id, kind } = groups.workload.fields[slot];
      return { field: id, value: toPlain(kind, value) };
    };

    /* Every type's answer is read on every keystroke, so without copies of objects. */
    const readAnswer = (id, at) => {
      const a = { id };
      for (const i of shown) a[layout.answer[i]] = output[at + i];
      for (const name of FLAGS) a[name] = a[name] === 1;
      const own = (name) => output[at + place[name]];
      const isJudged = own("is_judged") === 1;
      a.verdict = isJudged ? layout.verdicts[a.verdict] : "unknown";
      a.limit = limits[a.limit];
      a.change = isJudged ? readChange(own("change_slot"), own("change_value")) : null;
      a.binding = a.has_rate ? ids.resources[a.binding] : null;
      a.way = own("has_cheapest") === 1 ? ids.ways[own("cheapest")] : null;
      a.uses = readUses(at + layout.answer_uses);
      return a;
    };

    const readAnswers = (records) => records.map(({ id }, i) => readAnswer(id, layout.rank_answers + i * layout.answer_size));

    const readCost = () => ({
      ...read(layout.cost, layout.advise_cost),
      ways: ids.ways.map((way, i) => {
        const offer = read(layout.offer, layout.advise_ways + i * layout.offer_size);
        return { way, ...offer, is_given: offer.is_given === 1 };
      }),
    });

    /* -- what pages call */

    const estimate = (state) => {
      writeState(state);
      run(ops.estimate);
      const error = errorOf();
      if (error) return { error };
      const e = read(layout.estimate, layout.estimate_values);
      return {
        error,
        has_total: e.has_total === 1,
        complete: e.complete === 1,
        exact_bytes: e.exact_bytes,
        scheme: toPlain("quantisation", e.scheme),
        phase: e.has_total === 1 ? ids.phases[e.phase] : null,
        low: e.low,
        likely: e.likely,
        high: e.high,
        gpu: scope(e, "gpu"),
        all_gpus: scope(e, "all"),
        warnings: ids.warnings.filter((id, i) => output[layout.estimate_warnings + i] === 1),
        terms: readTerms(),
      };
    };

    const rank = (state) => {
      writeState(state);
      if (hasPrices(state)) writePrices(state);
      ask(questionOf(state, { has_prices: hasPrices(state), first: 0, count: types.length }));
      run(ops.rank);
      const error = errorOf();
      if (error) return { error };
      const order = Array.from(output.subarray(layout.rank_order, layout.rank_order + types.length));
      return { error, types: readAnswers(types), order };
    };

    /* Links, eRDMA and numbers are the machine's, not the chip's. */
    const chips = (state) => {
      const { bf16, fp8 } = state.demand ?? {};
      writeState(state);
      ask(questionOf({ ...state, demand: { bf16, fp8 } }, { first: types.length, count: chipTypes.length }));
      run(ops.rank);
      const error = errorOf();
      return error ? { error } : { error, chips: readAnswers(data.chips) };
    };

    const advise = (state, type) => {
      const first = typeIndex.get(type);
      if (first === undefined) throw new RangeError(`there is no type ${type}`);
      writeState(state);
      if (hasPrices(state)) writePrices(state);
      ask(questionOf(state, { has_prices: hasPrices(state), first, count: 1 }));
      run(ops.advise);
      const error = errorOf();
      if (error) return { error };
      const answer = readAnswer(type, layout.advise_answer);
      const { advice, ...advised } = read(layout.advised, layout.advise_advised);
      return { error, ...answer, ...advised, advice: advices[advice], cost: { ...readCost(), cheapest: answer.way } };
    };

    const digits = (value, decimals = 0, style = "fixed") => {
      ask({ value, decimals, style: layout.styles.indexOf(style) });
      run(ops.digits);
      return String.fromCharCode(...text.subarray(0, output[0]));
    };

    return {
      data,
      estimate,
      rank,
      chips,
      advise,
      digits,
      model: (state) => named("model", modelOf(state)),
      workload: (state) => named("workload", workloadOf(state)),
    };
  };

  const load = async () => {
    if (typeof WebAssembly !== "object" || typeof DecompressionStream !== "function")
      throw new Error("this browser has no WebAssembly or no DecompressionStream");
    const { instance } = await WebAssembly.instantiate(await inflate(module));
    return makeEngine(instance.exports);
  };

  let started = null;
  self.CHIPFIRST.data = data;
  self.CHIPFIRST.start = () => (started ??= load());
})();
