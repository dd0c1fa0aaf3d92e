{{%AUTOESCAPE context="HTML"}}
{{! names: FOOTER_LABEL SOURCES_URL SOURCES_LABEL GLOSSARY_URL GLOSSARY_LABEL CLAIMS_URL CLAIMS_LABEL PITFALLS_URL PITFALLS_LABEL FACTS_URL FACTS_LABEL
    MEASURED_URL MEASURED_LABEL SCHEMA_URL SCHEMA_LABEL DATA_URL DATA_LABEL DIGEST_LABEL DIGEST LICENCE_NOTE }}
<footer class="site-footer">
<nav aria-label="{{FOOTER_LABEL}}">
<ul>
<li><a href="{{SOURCES_URL}}">{{SOURCES_LABEL}}</a></li>
<li><a href="{{GLOSSARY_URL}}">{{GLOSSARY_LABEL}}</a></li>
<li><a href="{{CLAIMS_URL}}">{{CLAIMS_LABEL}}</a></li>
<li><a href="{{PITFALLS_URL}}">{{PITFALLS_LABEL}}</a></li>
<li><a href="{{FACTS_URL}}">{{FACTS_LABEL}}</a></li>
<li><a href="{{MEASURED_URL}}">{{MEASURED_LABEL}}</a></li>
<li><a href="{{SCHEMA_URL}}">{{SCHEMA_LABEL}}</a></li>
<li><a href="{{DATA_URL}}">{{DATA_LABEL}}</a></li>
</ul>
</nav>
<p>{{DIGEST_LABEL}} <code class="digest">{{DIGEST}}</code></p>
<p>{{LICENCE_NOTE}}</p>
</footer>
</body>
</html>
