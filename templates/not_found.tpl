{{%AUTOESCAPE context="HTML"}}
{{! names: NOT_FOUND_EN NOT_FOUND_ZH NOT_FOUND_LEAD_EN NOT_FOUND_LEAD_ZH EN_URL ZH_URL CSS_URL SCRIPT_URL }}
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>404 – {{NOT_FOUND_EN}}</title>
<script src="{{SCRIPT_URL}}"></script>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{{CSS_URL}}">
</head>
<body class="choice">
<main id="main">
<h1>404</h1>
<section lang="en">
<h2>{{NOT_FOUND_EN}}</h2>
<p>{{NOT_FOUND_LEAD_EN}} <a href="{{EN_URL}}" hreflang="en">English</a></p>
</section>
<section lang="zh-CN">
<h2>{{NOT_FOUND_ZH}}</h2>
<p>{{NOT_FOUND_LEAD_ZH}}<a href="{{ZH_URL}}" hreflang="zh-CN">中文</a></p>
</section>
</main>
</body>
</html>
