{{%AUTOESCAPE context="HTML"}}
{{! names: SITE_NAME_EN SITE_NAME_ZH LEAD_EN LEAD_ZH EN_URL ZH_URL CSS_URL SCRIPT_URL }}
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{SITE_NAME_EN}}</title>
<meta name="description" content="{{LEAD_EN}}">
<script src="{{SCRIPT_URL}}"></script>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{{CSS_URL}}">
</head>
<body class="choice">
<main id="main">
<h1>chipfirst</h1>
<section lang="en">
<h2><a href="{{EN_URL}}" hreflang="en">English</a></h2>
<p>{{SITE_NAME_EN}}. {{LEAD_EN}}</p>
</section>
<section lang="zh-CN">
<h2><a href="{{ZH_URL}}" hreflang="zh-CN">中文</a></h2>
<p>{{SITE_NAME_ZH}}。{{LEAD_ZH}}</p>
</section>
</main>
</body>
</html>
