{{%AUTOESCAPE context="HTML"}}
{{! names: HTML_LANG TITLE SITE_NAME LEAD CSS_URL STYLE STYLE.STYLE_URL SCRIPT_URL SKIP MENU THEME HOME_URL OTHER_URL OTHER_LANG OTHER_NAME
    BRAND TAGLINE SORTED_BY ASCENDING DESCENDING FILTER_ROWS ROWS_SHOWN SHOW_ALL ROW_LINK LINK_COPIED
    NAV NAV.LABEL NAV.NAV_URL NAV.CURRENT CRUMB CRUMB.LABEL CRUMB.CRUMB_URL CRUMB_HERE BREADCRUMBS
    CANONICAL CANONICAL.SELF_URL CANONICAL.ALTERNATE_URL CANONICAL.ALTERNATE_LANG }}
<!DOCTYPE html>
<html lang="{{HTML_LANG}}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{TITLE}} – {{SITE_NAME}}</title>
<meta name="description" content="{{LEAD}}">
{{#CANONICAL}}
<link rel="canonical" href="{{SELF_URL}}">
<link rel="alternate" hreflang="{{ALTERNATE_LANG}}" href="{{ALTERNATE_URL}}">
{{/CANONICAL}}
<script src="{{SCRIPT_URL}}"></script>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{{CSS_URL}}">
{{#STYLE}}
<link rel="stylesheet" href="{{STYLE_URL}}">
{{/STYLE}}
</head>
<body data-sorted="{{SORTED_BY}}" data-ascending="{{ASCENDING}}" data-descending="{{DESCENDING}}" data-filter="{{FILTER_ROWS}}" data-shown="{{ROWS_SHOWN}}" data-reset="{{SHOW_ALL}}" data-row="{{ROW_LINK}}" data-copied="{{LINK_COPIED}}">
<a class="skip" href="#main">{{SKIP}}</a>
<header class="site-header">
<a class="site-name" href="{{HOME_URL}}"><b>{{BRAND}}</b> <span>{{TAGLINE}}</span></a>
<nav class="site-nav" aria-label="{{MENU}}">
<ul>
{{#NAV}}
<li><a href="{{NAV_URL}}"{{#CURRENT}} aria-current="true"{{/CURRENT}}>{{LABEL}}</a></li>
{{/NAV}}
</ul>
</nav>
<div class="site-tools">
<a class="lang" href="{{OTHER_URL}}" hreflang="{{OTHER_LANG}}" lang="{{OTHER_LANG}}">{{OTHER_NAME}}</a>
<button class="theme" type="button" title="{{THEME}}" hidden><span>{{THEME}}</span></button>
</div>
</header>
<nav class="crumbs" aria-label="{{BREADCRUMBS}}">
<ol>
{{#CRUMB}}
<li><a href="{{CRUMB_URL}}">{{LABEL}}</a></li>
{{/CRUMB}}
<li aria-current="page">{{CRUMB_HERE}}</li>
</ol>
</nav>
