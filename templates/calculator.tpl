{{%AUTOESCAPE context="HTML"}}
{{! names: >HEAD >FOOT >CALC_GROUPS TITLE LEAD BLOCK? TOC? ON_THIS_PAGE? NEEDS NEEDS_TABLES NEEDS_MODELS NEEDS_COMMAND TABLES_URL MODELS_URL
    FORM_LABEL MODEL_LEGEND MODEL_LABEL MODEL_HELP CUSTOM CUSTOM_INTRO PASTE PASTE_HELP PASTE_BUTTON ARCHITECTURE WORKLOAD
    RESULT MEMORY TYPES OTHERS CHIPS CHOSEN REVIEW TO_RESULT NOTHING_YET
    CONFIG_URL SCRIPT SCRIPT.PART_URL }}
{{>HEAD}}
<main id="main" class="calculator">
<h1>{{TITLE}}</h1>
<p class="lead">{{LEAD}}</p>
<div class="calc-needs" role="note">
<p>{{NEEDS}}</p>
<ul>
<li><a href="{{TABLES_URL}}">{{NEEDS_TABLES}}</a></li>
<li><a href="{{MODELS_URL}}">{{NEEDS_MODELS}}</a></li>
<li>{{NEEDS_COMMAND}} <code>chipfirst recommend --model qwen2.5-7b --method lora --seq 2048</code></li>
</ul>
</div>
<svg class="quiet calc-drawing" aria-hidden="true"></svg>
<div class="calc">
<form id="calc-form" class="calc-form" aria-label="{{FORM_LABEL}}" autocomplete="off" novalidate>
<fieldset id="group-model">
<legend>{{MODEL_LEGEND}}</legend>
<div>
<label for="model">{{MODEL_LABEL}}</label>
<input type="search" id="model" name="model" list="models" spellcheck="false" autocapitalize="none">
<datalist id="models"></datalist>
<small>{{MODEL_HELP}}</small>
<p class="calc-facts" id="model-facts"></p>
</div>
<details id="custom">
<summary>{{CUSTOM}}</summary>
<p><small>{{CUSTOM_INTRO}}</small></p>
<div>
<label for="paste">{{PASTE}}</label>
<textarea id="paste" rows="5" spellcheck="false"></textarea>
<small>{{PASTE_HELP}}</small>
<a id="config-script" href="{{CONFIG_URL}}" hidden>config.json</a>
<button type="button" id="paste-use">{{PASTE_BUTTON}}</button>
<div id="paste-said" role="status"></div>
</div>
{{#ARCHITECTURE}}
{{>CALC_GROUPS}}
{{/ARCHITECTURE}}
</details>
</fieldset>
{{#WORKLOAD}}
{{>CALC_GROUPS}}
{{/WORKLOAD}}
</form>
<section class="calc-result" id="result" tabindex="-1" aria-labelledby="result-heading">
<h2 id="result-heading" class="quiet">{{RESULT}}</h2>
<div id="said" role="status"></div>
<div id="set"></div>
<div id="verdict" aria-live="polite"><p class="missing">{{NOTHING_YET}}</p></div>
</section>
</div>
<section class="calc-part" id="memory" aria-labelledby="memory-heading"><h2 id="memory-heading">{{MEMORY}}</h2><div></div></section>
<section class="calc-part" id="types" aria-labelledby="types-heading"><h2 id="types-heading">{{TYPES}}</h2><div></div></section>
<section class="calc-part" id="others" aria-labelledby="others-heading"><h2 id="others-heading">{{OTHERS}}</h2><div></div></section>
<section class="calc-part" id="chips" aria-labelledby="chips-heading"><h2 id="chips-heading">{{CHIPS}}</h2><div></div></section>
<section class="calc-part" id="chosen" aria-labelledby="chosen-heading"><h2 id="chosen-heading">{{CHOSEN}}</h2><div></div></section>
<section class="calc-part" id="review" aria-labelledby="review-heading"><h2 id="review-heading">{{REVIEW}}</h2><div></div><p class="calc-copied" role="status"></p></section>
<a class="calc-bottom" href="#result" hidden>{{TO_RESULT}}</a>
</main>
{{#SCRIPT}}
<script src="{{PART_URL}}" defer></script>
{{/SCRIPT}}
{{>FOOT}}
