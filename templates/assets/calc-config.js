/* A Hugging Face config.json as the calculator's model fields. What the file does not say and the model type does not settle is a
 * problem, not a guess: the head dimension above all. Returns {fields, problems: [{id, key, value}], notes: [the same]}. */
(() => {
  "use strict";

  const CHIPFIRST = (self.CHIPFIRST ??= {});
  const LETTERS_MAX = 1 << 20;
  const ENCODERS = ["bert", "roberta", "xlm-roberta", "electra", "camembert"];
  const NOT_MODELLED = ["t5", "mt5", "umt5", "bart", "mbart", "whisper", "vit", "clip", "siglip", "resnet", "mamba", "mamba2", "rwkv", "jamba", "falcon_mamba", "bamba", "granitemoehybrid"];
  /* Of these Transformers does not divide hidden_size by the heads when head_dim is missing. */
  const OWN_HEAD_DIM = ["gemma", "gemma2", "gemma3_text", "gemma3", "qwen3", "qwen3_moe", "qwen3_next", "gpt_oss", "glm4", "glm4_moe", "minimax_m2"];
  const KNOWN = [...ENCODERS, ...OWN_HEAD_DIM, "llama", "llama4_text", "mistral", "mistral3", "mixtral", "qwen2", "qwen2_moe", "qwen2_vl", "qwen2_vl_text", "qwen2_5_vl", "qwen2_5_vl_text", "deepseek_v2", "deepseek_v3", "kimi_k2", "phi3", "gpt2", "opt", "internlm2", "yi", "olmo2"];
  const TIED = ["gemma", "gemma2", "gemma3_text", "gemma3", "gpt2", "opt", ...ENCODERS];
  const PER_HEAD_NORM = ["qwen3", "qwen3_moe", "qwen3_next", "gemma3_text", "gemma3"];
  const PRECISION = { bfloat16: "bf16", float16: "fp16", float32: "fp32" };

  class Reader {
    constructor(config) {
      this.whole = config;
      this.text = config.text_config && typeof config.text_config === "object" ? { ...config, ...config.text_config } : config;
      this.type = String(this.text.model_type ?? config.model_type ?? "").toLowerCase();
      this.fields = {};
      this.problems = [];
      this.notes = [];
    }

    problem(id, key, value) {
      this.problems.push({ id, key, value: value === undefined ? "" : String(value).slice(0, 40) });
    }

    note(id, key, value) {
      this.notes.push({ id, key, value: value === undefined ? "" : String(value).slice(0, 40) });
    }

    is(...types) {
      return types.includes(this.type);
    }

    /* The first of the keys that is there; a value that is no count is a problem. */
    count(...keys) {
      const key = keys.find((one) => this.text[one] !== undefined && this.text[one] !== null);
      if (!key) return null;
      const value = this.text[key];
      if (Number.isSafeInteger(value) && value >= 0) return value;
      this.problem("not_whole", key, JSON.stringify(value));
      return null;
    }

    need(field, ...keys) {
      const value = this.count(...keys);
      if (value) this.fields[field] = value;
      else if (!this.problems.some((one) => keys.includes(one.key))) this.problem("missing", keys[0]);
      return value ?? 0;
    }

    take(field, ...keys) {
      const value = this.count(...keys);
      if (value) this.fields[field] = value;
      return value ?? 0;
    }

    flag(field, value) {
      if (value) this.fields[field] = true;
    }
  }

  const readShape = (r) => {
    const f = r.fields;
    r.need("layers", "num_hidden_layers", "n_layer", "num_layers");
    const hidden = r.need("hidden_size", "hidden_size", "n_embd", "d_model");
    const heads = r.need("attention_heads", "num_attention_heads", "n_head");
    f.kv_heads = r.count("num_key_value_heads", "multi_query_group_num") ?? heads;
    r.need("vocab_size", "vocab_size", "padded_vocab_size");
    r.take("max_context", "max_position_embeddings", "n_positions", "seq_length");
    if (r.take("mla_kv_lora_rank", "kv_lora_rank")) return;
    if (r.take("head_dim", "head_dim")) return;
    if (OWN_HEAD_DIM.includes(r.type)) r.problem("no_head_dim", "head_dim", r.type);
    else if (heads && hidden % heads === 0) {
      f.head_dim = hidden / heads;
      r.note("head_dim_divided", "head_dim", f.head_dim);
    } else if (heads) r.problem("no_head_dim", "head_dim", r.type);
  };

  const readMla = (r) => {
    if (!r.fields.mla_kv_lora_rank) return;
    r.take("mla_q_lora_rank", "q_lora_rank");
    r.need("mla_qk_nope_head_dim", "qk_nope_head_dim");
    r.need("mla_qk_rope_head_dim", "qk_rope_head_dim");
    r.need("mla_v_head_dim", "v_head_dim");
  };

  const readMlp = (r) => {
    const act = String(r.text.hidden_act ?? r.text.hidden_activation ?? r.text.activation_function ?? "");
    const gated = !r.is("gpt2", "opt", ...ENCODERS);
    if (/silu|swish|swiglu/.test(act) || (gated && act === "")) r.fields.mlp = "swiglu";
    else if (/gelu/.test(act)) r.fields.mlp = gated ? "geglu" : "gelu";
    else if (/relu/.test(act)) r.fields.mlp = "relu";
    else r.problem("unknown_value", "hidden_act", act);
    if (!r.take("intermediate_size", "intermediate_size", "n_inner", "ffn_dim")) {
      if (r.is("gpt2")) r.fields.intermediate_size = 4 * r.fields.hidden_size;
      else r.problem("missing", "intermediate_size");
    }
  };

  const readBiases = (r) => {
    const bias = r.text.attention_bias === true;
    const old = r.is("gpt2", "opt", ...ENCODERS);
    const qwen = r.is("qwen2", "qwen2_moe", "qwen2_vl", "qwen2_vl_text", "qwen2_5_vl", "qwen2_5_vl_text");
    r.flag("qkv_bias", bias || old || qwen || r.text.qkv_bias === true);
    r.flag("attn_out_bias", (bias && !r.is("glm4", "glm4_moe")) || old);
    r.flag("mlp_bias", r.text.mlp_bias === true || old);
    const tied = r.text.tie_word_embeddings ?? r.whole.tie_word_embeddings ?? TIED.includes(r.type);
    r.flag("tied_embeddings", tied === true);
  };

  const readNorms = (r) => {
    const old = r.is("gpt2", "opt", ...ENCODERS);
    r.fields.norm = old ? "layernorm" : "rmsnorm";
    r.fields.norms_per_layer = r.is("gemma2", "gemma3", "gemma3_text") ? 4 : 2;
    if (PER_HEAD_NORM.includes(r.type) || r.text.use_qk_norm === true) r.fields.qk_norm = "per_head";
    if (r.is("olmo2")) r.fields.qk_norm = "per_layer";
    if (old) r.take("learned_positions", "max_position_embeddings", "n_positions");
  };

  const every = (layers, n) => layers - Math.floor(layers / n);

  const windowLayers = (r) => {
    const { layers } = r.fields;
    if (Array.isArray(r.text.layer_types)) return r.text.layer_types.filter((one) => one === "sliding_attention").length;
    if (r.is("gemma2", "gpt_oss")) return Math.ceil(layers / 2);
    if (r.is("gemma3", "gemma3_text")) return every(layers, r.count("sliding_window_pattern") ?? 6);
    return layers;
  };

  const readWindows = (r) => {
    const used = r.text.use_sliding_window !== false;
    const window = used ? r.count("sliding_window") : null;
    if (window && windowLayers(r) > 0) {
      r.fields.sliding_window = window;
      r.fields.sliding_window_layers = windowLayers(r);
    }
    if (r.is("llama4_text") && r.take("attention_chunk_size", "attention_chunk_size")) r.fields.attention_chunk_layers = every(r.fields.layers, 4);
  };

  const readExperts = (r) => {
    const f = r.fields;
    f.architecture = "dense";
    if (!r.take("moe_experts", "n_routed_experts", "num_local_experts", "num_experts")) return;
    f.architecture = "moe";
    r.need("moe_experts_per_token", "num_experts_per_tok", "num_experts_per_token");
    f.moe_intermediate_size = r.count("moe_intermediate_size") ?? f.intermediate_size;
    if (r.count("moe_intermediate_size") === null) delete f.intermediate_size; /* Mixtral: no layer is dense */
    const shared = r.take("moe_shared_experts", "n_shared_experts", "num_shared_experts");
    const width = r.count("shared_expert_intermediate_size") ?? shared * f.moe_intermediate_size;
    if (width) {
      f.moe_shared_experts ??= 1;
      f.moe_shared_intermediate_size = width;
    }
    r.flag("moe_shared_expert_gate", r.is("qwen2_moe", "qwen3_next"));
    r.take("moe_first_dense_layers", "first_k_dense_replace");
    const step = r.count("decoder_sparse_step", "interleave_moe_layer_step", "moe_layer_freq") ?? 1;
    if (step > 1) f.moe_layer_step = step;
    r.flag("moe_score_correction_bias", r.text.topk_method === "noaux_tc" || r.is("deepseek_v3", "kimi_k2", "glm4_moe", "minimax_m2"));
    if (r.is("gpt_oss")) Object.assign(f, { moe_router_bias: true, moe_expert_bias: true, attention_sinks: true });
  };

  const readLinear = (r) => {
    if (!r.is("qwen3_next")) return;
    r.fields.linear_attention_kind = "gated_deltanet";
    r.fields.attention_output_gate = true;
    r.need("linear_attention_full_attention_every", "full_attention_interval");
    r.need("linear_attention_key_heads", "linear_num_key_heads");
    r.need("linear_attention_key_head_dim", "linear_key_head_dim");
    r.need("linear_attention_value_heads", "linear_num_value_heads");
    r.need("linear_attention_value_head_dim", "linear_value_head_dim");
    r.need("linear_attention_conv_kernel", "linear_conv_kernel_dim");
  };

  const readPrecision = (r) => {
    const method = r.whole.quantization_config?.quant_method ?? r.text.quantization_config?.quant_method;
    const type = r.text.torch_dtype ?? r.text.dtype ?? r.whole.torch_dtype ?? r.whole.dtype;
    if (method === "fp8" || method === "mxfp4") r.fields.native_precision = method;
    else if (PRECISION[type]) r.fields.native_precision = PRECISION[type];
    else r.note("no_precision", "torch_dtype");
    if (method && method !== "fp8" && method !== "mxfp4") r.note("quantised", "quant_method", method);
    r.fields.native_precision ??= "bf16";
  };

  const readEncoder = (r) => {
    r.fields.architecture = "encoder";
    r.fields.counter = "bert";
    r.take("token_types", "type_vocab_size");
  };

  const notesOf = (r) => {
    if (r.whole.vision_config) r.note("vision", "vision_config");
    if (r.count("num_nextn_predict_layers")) r.note("mtp", "num_nextn_predict_layers");
    if (!KNOWN.includes(r.type)) r.note("unknown_type", "model_type", r.type || "?");
    r.note("read", "model_type", r.type || "?");
  };

  const refused = (r) => {
    if (r.whole.is_encoder_decoder === true || NOT_MODELLED.includes(r.type)) r.problem("not_modelled", "model_type", r.type);
    else if (r.whole._class_name || r.whole.block_out_channels) r.problem("not_modelled", "_class_name", r.whole._class_name);
    return r.problems.length > 0;
  };

  const readAll = (r) => {
    readShape(r);
    readMla(r);
    readMlp(r);
    readBiases(r);
    readNorms(r);
    readWindows(r);
    readExperts(r);
    readLinear(r);
    readPrecision(r);
    if (ENCODERS.includes(r.type)) readEncoder(r);
    notesOf(r);
  };

  const parse = (text) => {
    if (text.trim() === "") return { id: "empty" };
    if (text.length > LETTERS_MAX) return { id: "too_long" };
    try {
      const config = JSON.parse(text);
      return config && typeof config === "object" && !Array.isArray(config) ? { config } : { id: "no_object" };
    } catch (error) {
      const place = /position (\d+)/.exec(error.message);
      return { id: place ? "syntax_at" : "syntax", key: place ? String(text.slice(0, Number(place[1])).split("\n").length) : "" };
    }
  };

  CHIPFIRST.config = (text) => {
    const { config, ...problem } = parse(text);
    if (!config) return { fields: {}, problems: [problem], notes: [] };
    const reader = new Reader(config);
    if (!refused(reader)) readAll(reader);
    return { fields: reader.fields, problems: reader.problems, notes: reader.problems.length ? [] : reader.notes };
  };
})();
