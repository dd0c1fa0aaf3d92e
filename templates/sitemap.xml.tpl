{{%AUTOESCAPE context="XML"}}
{{! names: PAGE PAGE.ADDRESS }}
<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
{{#PAGE}}
<url><loc>{{ADDRESS}}</loc></url>
{{/PAGE}}
</urlset>
