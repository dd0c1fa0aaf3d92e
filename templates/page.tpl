{{%AUTOESCAPE context="HTML"}}
{{! names: >HEAD >TOC >FOOT TITLE LEAD BLOCK
    BLOCK.HEADING BLOCK.HEADING.ID BLOCK.HEADING.TEXT BLOCK.HEADING.SELF_URL BLOCK.HEADING.LINK_LABEL
    BLOCK.SUBHEADING BLOCK.SUBHEADING.ID BLOCK.SUBHEADING.TEXT BLOCK.SUBHEADING.SELF_URL BLOCK.SUBHEADING.LINK_LABEL
    BLOCK.PARAGRAPH BLOCK.PARAGRAPH.TEXT BLOCK.HTML BLOCK.HTML.BODY_HTML
    BLOCK.FACTS BLOCK.FACTS.FACT BLOCK.FACTS.FACT.LABEL BLOCK.FACTS.FACT.VALUE_HTML BLOCK.FACTS.FACT.WIDE
    BLOCK.LIST BLOCK.LIST.ITEM BLOCK.LIST.ITEM.ITEM_HTML
    BLOCK.CALLOUT BLOCK.CALLOUT.KIND BLOCK.CALLOUT.WORD BLOCK.CALLOUT.BODY_HTML BLOCK.CALLOUT.ORIGIN SITE_NAME DIGEST DIGEST_LABEL
    BLOCK.TABLE BLOCK.TABLE.TABLE_ID BLOCK.TABLE.CAPTION BLOCK.TABLE.TABLE_CLASS BLOCK.TABLE.TOOLS
    BLOCK.TABLE.COLUMN BLOCK.TABLE.COLUMN.LABEL BLOCK.TABLE.COLUMN.CLASS BLOCK.TABLE.COLUMN.KEY BLOCK.TABLE.COLUMN.KEY.NAME BLOCK.TABLE.COLUMN.UNIT BLOCK.TABLE.COLUMN.UNIT.NAME
    BLOCK.TABLE.ROW BLOCK.TABLE.ROW.ANCHOR BLOCK.TABLE.ROW.ANCHOR.ROW_ID
    BLOCK.TABLE.ROW.FIRST BLOCK.TABLE.ROW.FIRST.CLASS BLOCK.TABLE.ROW.FIRST.KEY BLOCK.TABLE.ROW.FIRST.KEY.SORT BLOCK.TABLE.ROW.FIRST.CELL_HTML
    BLOCK.TABLE.ROW.CELL BLOCK.TABLE.ROW.CELL.CLASS BLOCK.TABLE.ROW.CELL.KEY BLOCK.TABLE.ROW.CELL.KEY.SORT BLOCK.TABLE.ROW.CELL.CELL_HTML }}
{{>HEAD}}
<main id="main">
<h1>{{TITLE}}</h1>
<p class="lead">{{LEAD}}</p>
{{>TOC}}
{{#BLOCK}}
{{#HEADING}}
<h2 id="{{ID}}">{{TEXT}} <a class="anchor" href="{{SELF_URL}}" aria-label="{{LINK_LABEL}}">#</a></h2>
{{/HEADING}}
{{#SUBHEADING}}
<h3 id="{{ID}}">{{TEXT}} <a class="anchor" href="{{SELF_URL}}" aria-label="{{LINK_LABEL}}">#</a></h3>
{{/SUBHEADING}}
{{#PARAGRAPH}}
<p>{{TEXT}}</p>
{{/PARAGRAPH}}
{{#HTML}}
{{BODY_HTML:none}}
{{/HTML}}
{{#FACTS}}
<dl class="facts">
{{#FACT}}
<div {{#WIDE}}class="wide"{{/WIDE}}><dt>{{LABEL}}</dt><dd>{{VALUE_HTML:none}}</dd></div>
{{/FACT}}
</dl>
{{/FACTS}}
{{#LIST}}
<ul>
{{#ITEM}}
<li>{{ITEM_HTML:none}}</li>
{{/ITEM}}
</ul>
{{/LIST}}
{{#CALLOUT}}
<div role="note" class="callout {{KIND}}" aria-label="{{WORD}}">
<p class="callout-word">{{WORD}}</p>
<div class="callout-body">{{BODY_HTML:none}}</div>
{{#ORIGIN}}
<p class="callout-origin">{{SITE_NAME}} · {{TITLE}} · {{DIGEST_LABEL}} <code>{{DIGEST}}</code></p>
{{/ORIGIN}}
</div>
{{/CALLOUT}}
{{#TABLE}}
{{#TOOLS}}
<div class="table-tools"></div>
{{/TOOLS}}
<div class="table-scroll" tabindex="0" role="region" aria-label="{{CAPTION}}">
<table id="{{TABLE_ID}}" class="{{TABLE_CLASS}}">
<caption><span>{{CAPTION}}</span></caption>
<thead><tr>
{{#COLUMN}}
<th scope="col" class="{{CLASS}}"{{#KEY}} data-key="{{NAME}}"{{/KEY}}>{{LABEL}}{{#UNIT}} <span class="unit">{{NAME}}</span>{{/UNIT}}</th>
{{/COLUMN}}
</tr></thead>
<tbody>
{{#ROW}}
<tr {{#ANCHOR}}id="{{ROW_ID}}"{{/ANCHOR}}>
{{#FIRST}}<th scope="row" class="{{CLASS}}"{{#KEY}} data-sort="{{SORT}}"{{/KEY}}>{{CELL_HTML:none}}</th>{{/FIRST}}
{{#CELL}}<td class="{{CLASS}}"{{#KEY}} data-sort="{{SORT}}"{{/KEY}}>{{CELL_HTML:none}}</td>{{/CELL}}
</tr>
{{/ROW}}
</tbody>
</table>
</div>
{{/TABLE}}
{{/BLOCK}}
</main>
{{>FOOT}}
