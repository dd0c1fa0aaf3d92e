{{%AUTOESCAPE context="HTML"}}
{{! names: FOOTER_LABEL SOURCES_URL SOURCES_LABEL GLOSSARY_URL GLOSSARY_LABEL CLAIMS_URL CLAIMS_LABEL PITFALLS_URL PITFALLS_LABEL ACCURACY_URL ACCURACY_LABEL FACTS_URL FACTS_LABEL
    MEASURED_URL MEASURED_LABEL SCHEMA_URL SCHEMA_LABEL DATA_URL DATA_LABEL DIGEST_LABEL DIGEST LICENCE_NOTE
    NEIGHBOURS NEIGHBOURS.PREVIOUS NEIGHBOURS.PREVIOUS.LABEL NEIGHBOURS.PREVIOUS.PAGE_URL PREVIOUS_LABEL
    NEIGHBOURS.NEXT NEIGHBOURS.NEXT.LABEL NEIGHBOURS.NEXT.PAGE_URL NEXT_LABEL NEIGHBOURS_LABEL
    CITE CITE_MARKDOWN CITE_MARKDOWN_LABEL CITE_MARKUP CITE_MARKUP_LABEL CITE_TEXT CITE_TEXT_LABEL }}
{{#NEIGHBOURS}}
<nav class="neighbours" aria-label="{{NEIGHBOURS_LABEL}}">
{{#PREVIOUS}}
<a class="previous" rel="prev" href="{{PAGE_URL}}"><span>{{PREVIOUS_LABEL}}</span> {{LABEL}}</a>
{{/PREVIOUS}}
{{#NEXT}}
<a class="next" rel="next" href="{{PAGE_URL}}"><span>{{NEXT_LABEL}}</span> {{LABEL}}</a>
{{/NEXT}}
</nav>
{{/NEIGHBOURS}}
<footer class="site-footer">
<nav aria-label="{{FOOTER_LABEL}}">
<ul>
<li><a href="{{SOURCES_URL}}">{{SOURCES_LABEL}}</a></li>
<li><a href="{{GLOSSARY_URL}}">{{GLOSSARY_LABEL}}</a></li>
<li><a href="{{CLAIMS_URL}}">{{CLAIMS_LABEL}}</a></li>
<li><a href="{{PITFALLS_URL}}">{{PITFALLS_LABEL}}</a></li>
<li><a href="{{ACCURACY_URL}}">{{ACCURACY_LABEL}}</a></li>
<li><a href="{{FACTS_URL}}">{{FACTS_LABEL}}</a></li>
<li><a href="{{MEASURED_URL}}">{{MEASURED_LABEL}}</a></li>
<li><a href="{{SCHEMA_URL}}">{{SCHEMA_LABEL}}</a></li>
<li><a href="{{DATA_URL}}">{{DATA_LABEL}}</a></li>
</ul>
</nav>
<p>{{DIGEST_LABEL}} <code class="digest">{{DIGEST}}</code></p>
<details class="cite">
<summary>{{CITE}}</summary>
<dl>
<dt>{{CITE_MARKDOWN_LABEL}}</dt><dd><code>{{CITE_MARKDOWN}}</code></dd>
<dt>{{CITE_MARKUP_LABEL}}</dt><dd><code>{{CITE_MARKUP}}</code></dd>
<dt>{{CITE_TEXT_LABEL}}</dt><dd><code>{{CITE_TEXT}}</code></dd>
</dl>
</details>
<p>{{LICENCE_NOTE}}</p>
</footer>
</body>
</html>
