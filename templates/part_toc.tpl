{{%AUTOESCAPE context="HTML"}}
{{! names: TOC TOC.TOC_ITEM TOC.TOC_ITEM.LABEL TOC.TOC_ITEM.TOC_URL ON_THIS_PAGE }}
{{#TOC}}
<nav class="toc" aria-label="{{ON_THIS_PAGE}}">
<details>
<summary>{{ON_THIS_PAGE}}</summary>
<ol>
{{#TOC_ITEM}}
<li><a href="{{TOC_URL}}">{{LABEL}}</a></li>
{{/TOC_ITEM}}
</ol>
</details>
</nav>
{{/TOC}}
