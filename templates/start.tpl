{{%AUTOESCAPE context="HTML"}}
{{! names: >HEAD >FOOT TITLE LEAD BLOCK? TOC? ON_THIS_PAGE?
    DOOR DOOR.DOOR_ID DOOR.HEADING DOOR.INTRO DOOR.MORE DOOR.MORE_URL DOOR.ENTRY DOOR.ENTRY.ENTRY_URL DOOR.ENTRY.LABEL DOOR.ENTRY.NOTE
    STEPS_HEADING STEP STEP.HEADING STEP.TEXT COUNTS PATH_HEADING PATH PATH_URL PATH_LABEL CALCULATOR CALCULATOR_URL CALCULATOR_LABEL }}
{{>HEAD}}
<main id="main" class="start">
<h1>{{TITLE}}</h1>
<p class="lead">{{LEAD}}</p>
<div class="doors">
{{#DOOR}}
<section class="door {{DOOR_ID}}" aria-labelledby="door-{{DOOR_ID}}">
<h2 id="door-{{DOOR_ID}}">{{HEADING}}</h2>
<p class="door-intro">{{INTRO}}</p>
<ul>
{{#ENTRY}}
<li><a href="{{ENTRY_URL}}">{{LABEL}}</a> <span class="note">{{NOTE}}</span></li>
{{/ENTRY}}
</ul>
<p class="more"><a href="{{MORE_URL}}">{{MORE}}</a></p>
</section>
{{/DOOR}}
</div>
<section class="path">
<h2 id="path">{{PATH_HEADING}}</h2>
<p>{{PATH}} <a href="{{PATH_URL}}">{{PATH_LABEL}}</a></p>
<p>{{CALCULATOR}} <a href="{{CALCULATOR_URL}}">{{CALCULATOR_LABEL}}</a></p>
</section>
<section class="steps">
<h2 id="steps">{{STEPS_HEADING}}</h2>
<ol>
{{#STEP}}
<li><strong>{{HEADING}}</strong> <span>{{TEXT}}</span></li>
{{/STEP}}
</ol>
</section>
<p class="counts">{{COUNTS}}</p>
</main>
{{>FOOT}}
