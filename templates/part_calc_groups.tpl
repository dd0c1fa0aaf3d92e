{{%AUTOESCAPE context="HTML"}}
{{! names: GROUP GROUP.GROUP_ID GROUP.LEGEND GROUP.OPEN GROUP.FOLDED GROUP.ONLY GROUP.ONLY.METHODS
    GROUP.FIELD GROUP.FIELD.ID GROUP.FIELD.LABEL GROUP.FIELD.HELP GROUP.FIELD.ONLY GROUP.FIELD.ONLY.METHODS GROUP.FIELD.UNIT GROUP.FIELD.UNIT.NAME
    GROUP.FIELD.NUMBER GROUP.FIELD.NUMBER.INITIAL GROUP.FIELD.NUMBER.ANY GROUP.FIELD.CHECK GROUP.FIELD.CHECK.CHOSEN
    GROUP.FIELD.CHOICE GROUP.FIELD.CHOICE.OPTION GROUP.FIELD.CHOICE.OPTION.VALUE GROUP.FIELD.CHOICE.OPTION.TEXT GROUP.FIELD.CHOICE.OPTION.CHOSEN
    GROUP.FIELD.RADIOS GROUP.FIELD.RADIOS.OPTION GROUP.FIELD.RADIOS.OPTION.VALUE GROUP.FIELD.RADIOS.OPTION.TEXT GROUP.FIELD.RADIOS.OPTION.CHOSEN
    GROUP.FIELD.CHECKS GROUP.FIELD.CHECKS.OPTION GROUP.FIELD.CHECKS.OPTION.VALUE GROUP.FIELD.CHECKS.OPTION.TEXT GROUP.FIELD.CHECKS.OPTION.CHOSEN }}
{{#GROUP}}
{{#OPEN}}
<fieldset id="group-{{GROUP_ID}}">
<legend>{{LEGEND}}</legend>
{{/OPEN}}
{{#FOLDED}}
<details id="group-{{GROUP_ID}}"{{#ONLY}} data-only="{{METHODS}}"{{/ONLY}}>
<summary>{{LEGEND}}</summary>
<div class="fields">
{{/FOLDED}}
{{#FIELD}}
<div {{#ONLY}}data-only="{{METHODS}}"{{/ONLY}}>
{{#NUMBER}}
<label>{{LABEL}}{{#UNIT}} <i>{{NAME}}</i>{{/UNIT}} <input type="number" name="{{ID}}"{{#ANY}} step="any"{{/ANY}} value="{{INITIAL}}"></label>
{{/NUMBER}}
{{#CHOICE}}
<label>{{LABEL}} <select name="{{ID}}">
{{#OPTION}}
<option value="{{VALUE}}"{{#CHOSEN}} selected{{/CHOSEN}}>{{TEXT}}</option>
{{/OPTION}}
</select></label>
{{/CHOICE}}
{{#CHECK}}
<label><input type="checkbox" name="{{ID}}"{{#CHOSEN}} checked{{/CHOSEN}}> {{LABEL}}</label>
{{/CHECK}}
{{#RADIOS}}
<div class="radios" role="radiogroup" aria-label="{{LABEL}}">
{{#OPTION}}
<label><input type="radio" name="{{ID}}" value="{{VALUE}}"{{#CHOSEN}} checked{{/CHOSEN}}> <span>{{TEXT}}</span></label>
{{/OPTION}}
</div>
{{/RADIOS}}
{{#CHECKS}}
<div class="checks" role="group" aria-label="{{LABEL}}">
<span>{{LABEL}}</span>
{{#OPTION}}
<label><input type="checkbox" name="{{ID}}" value="{{VALUE}}"{{#CHOSEN}} checked{{/CHOSEN}}> {{TEXT}}</label>
{{/OPTION}}
</div>
{{/CHECKS}}
<small>{{HELP}}</small>
</div>
{{/FIELD}}
{{#OPEN}}
</fieldset>
{{/OPEN}}
{{#FOLDED}}
</div>
</details>
{{/FOLDED}}
{{/GROUP}}
