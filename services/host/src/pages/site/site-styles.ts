/** The styles of the public site, in the page itself: one request draws it. Colours are those of the dashboard. */
export const siteStyles = `
:root{color-scheme:light dark;--bg:light-dark(#f6f8fb,#0b0f17);--card:light-dark(#fff,#131927);--text:light-dark(#1a2233,#e7eaf1);--quiet:light-dark(#566178,#a3adbf);--line:light-dark(#dde3ec,#2a3346);--brand:light-dark(#0062d6,#66b0ff);--fill:#0062d6}
*{box-sizing:border-box}
html{scroll-padding-top:5rem;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--bg);color:var(--text);font:16px/1.6 'DM Sans',system-ui,sans-serif;-webkit-font-smoothing:antialiased}
a{color:var(--brand)}
:focus-visible{outline:2px solid var(--brand);outline-offset:3px;border-radius:6px}
.skip{position:absolute;left:-999px}.skip:focus{left:16px;top:12px;background:var(--card);padding:8px 12px;z-index:2}
.bar,main>section,footer{max-width:1120px;margin:0 auto;padding-inline:24px}
.bar{display:flex;justify-content:space-between;align-items:center;gap:16px;height:72px}
.brand{display:flex;align-items:center;gap:10px;font-weight:700;color:var(--text);text-decoration:none}
.letter{display:grid;place-content:center;width:32px;height:32px;border-radius:9px;background:var(--fill);color:#fff}
.bar nav{display:flex;align-items:center;gap:20px}.bar nav>a:not(.button),summary{color:var(--text);text-decoration:none;font-weight:500;padding:8px 0;cursor:pointer}
.product{margin-right:auto;margin-left:20px}.product details{position:relative}summary{list-style:none;display:flex;align-items:center;gap:6px}summary::-webkit-details-marker{display:none}summary::after{content:"";width:7px;height:7px;border:solid;border-width:0 2px 2px 0;transform:rotate(45deg) translateY(-2px)}
.product ul{position:absolute;z-index:1;top:100%;left:-16px;margin:0;padding:8px;list-style:none;min-width:200px;background:var(--card);border:1px solid var(--line);border-radius:12px;box-shadow:0 16px 40px -20px light-dark(#1a223355,#000)}.product li a{display:block;padding:8px 12px;border-radius:8px;color:var(--text);text-decoration:none}.product li a:hover,.product a[aria-current]{background:var(--bg)}.product>a[aria-current]{background:none;text-decoration:underline}
.top{padding-block:64px 40px}.top h1{font-size:clamp(2rem,4.5vw,3rem);letter-spacing:-.02em}.later{padding-bottom:96px}.later h2{font-size:1.3rem;margin-bottom:12px}.later ul{margin:0;padding-left:1.2em;color:var(--quiet)}
.pricing{padding-bottom:72px}.cycle{border:0;margin:0 0 24px;padding:0;display:flex;flex-wrap:wrap;gap:8px 24px}.cycle legend{float:left;margin-right:24px;padding:8px 0;font-weight:600}.cycle label{display:flex;align-items:center;gap:8px;padding:8px 0;cursor:pointer}.cycle input{width:18px;height:18px;accent-color:var(--fill);margin:0}.cycle span,.badge{font-size:.85rem;font-weight:600;color:var(--brand)}
.plans>li{display:flex;flex-direction:column;gap:10px;position:relative}.plans h2{font-size:1.25rem}.plans p{margin:0}.plans .badge{position:absolute;top:24px;right:22px;color:var(--brand)}.price{min-height:76px}.plans .price p{color:var(--text)}.price b{font-size:1.9rem;font-variant-numeric:tabular-nums}.price small{color:var(--quiet)}.plans ul{list-style:disc;margin:0 0 8px;padding-left:1.2em;color:var(--quiet);flex:1}.plans ul li{background:none;border:0;padding:0}.plans .button{text-align:center}
.annual{display:none}.pricing:has(#annual:checked) .annual{display:block}.pricing:has(#annual:checked) .price:has(.annual) .monthly{display:none}
.wide{overflow-x:auto}.wide table{border-collapse:collapse;width:100%;max-width:640px}.wide th,.wide td{text-align:start;padding:10px 16px 10px 0;border-bottom:1px solid var(--line);font-variant-numeric:tabular-nums}.wide tbody th{font-weight:500}
.button{display:inline-block;padding:9px 18px;border-radius:10px;background:var(--fill);color:#fff;font-weight:600;text-decoration:none}
.button:hover{background:#0054b8}
.button.plain{background:none;color:var(--text);box-shadow:inset 0 0 0 1px light-dark(#7b8598,#6d7a92)}.button.plain:hover{background:var(--card)}
h1,h2,h3{line-height:1.2;text-wrap:balance;margin:0}
.hero{display:grid;grid-template-columns:minmax(0,11fr) minmax(0,9fr);gap:64px;align-items:center;padding-block:64px 88px}
.hero h1{font-size:clamp(2.2rem,5vw,3.4rem);letter-spacing:-.025em}
.lead{font-size:1.15rem;color:var(--quiet);max-width:34em;margin:20px 0 28px}
.actions{display:flex;flex-wrap:wrap;gap:12px}
.hero .button{padding:12px 22px}
.chat{background:var(--card);border:1px solid var(--line);border-radius:20px;padding:0 0 18px;box-shadow:0 24px 60px -28px light-dark(#1a223355,#000)}
.chat figcaption{display:flex;align-items:center;gap:10px;padding:16px 20px;border-bottom:1px solid var(--line);font-weight:600}
.chat ol{list-style:none;margin:0;padding:18px 20px 0;display:grid;gap:10px}
.chat li{max-width:85%;padding:9px 14px;border-radius:16px;justify-self:start;background:var(--bg);font-size:.95rem}
.chat li.visitor{justify-self:end;background:var(--fill);color:#fff}
.chat small{display:block;color:var(--quiet);margin-top:4px}
figure{margin:0}
.features{padding-block:8px 88px}.features h2,.steps h2{font-size:1.8rem;letter-spacing:-.015em;margin-bottom:28px}
.grid{display:grid;grid-template-columns:repeat(auto-fit,minmax(270px,1fr));gap:16px;list-style:none;margin:0;padding:0}
.grid li{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:22px}
.grid h3{font-size:1.05rem}.grid p{margin:8px 0 0;color:var(--quiet)}
.steps{padding-bottom:96px}.steps ol{counter-reset:step;list-style:none;margin:0;padding:0;display:grid;grid-template-columns:repeat(auto-fit,minmax(240px,1fr));gap:24px}
.steps li{counter-increment:step}.steps li::before{content:counter(step);display:grid;place-content:center;width:30px;height:30px;border-radius:50%;border:1px solid var(--line);background:var(--card);font-weight:700;margin-bottom:12px}
.steps p{margin:6px 0 0;color:var(--quiet)}
pre{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:10px;padding:12px 14px;font:13px/1.5 ui-monospace,Menlo,Consolas,monospace;margin:12px 0 0;white-space:pre-wrap;overflow-wrap:anywhere}
.text{max-width:720px;margin:0 auto;padding:48px 24px 88px}.text h1{font-size:2.2rem;letter-spacing:-.02em;margin-bottom:20px}.text h2{font-size:1.25rem;margin:36px 0 8px}.text p,.text ul{margin:0 0 14px}.text li{margin-bottom:4px}
.text table{border-collapse:collapse;width:100%;margin:0 0 14px}.text th,.text td{text-align:start;vertical-align:top;padding:8px 16px 8px 0;border-bottom:1px solid var(--line)}.text th,.text td:last-child{white-space:nowrap}
.template{border:1px solid light-dark(#c98a00,#8a6a1f);background:light-dark(#fff7e0,#2b2410);border-radius:10px;padding:12px 16px;margin-bottom:28px!important;font-size:.93rem}
mark{background:light-dark(#ffe7a3,#5a4710);color:inherit;padding:0 3px;border-radius:3px}
footer{border-top:1px solid var(--line);padding-block:28px 40px;display:flex;flex-wrap:wrap;gap:12px 40px;justify-content:space-between;color:var(--quiet);font-size:.92rem}
footer ul{display:flex;flex-wrap:wrap;gap:4px 22px;list-style:none;margin:0;padding:0}footer a{display:inline-block;color:var(--quiet);padding:6px 0}footer p{margin:0;padding:6px 0}
@media(max-width:560px){.bar{gap:10px}.product{margin-left:4px}.product>a{display:none}.bar nav{gap:14px}.brand{gap:0;font-size:0}.letter{font-size:1rem}.top{padding-block:40px 28px}}@media(max-width:820px){.hero{grid-template-columns:minmax(0,1fr);gap:40px;padding-block:36px 64px}.bar,main>section,footer{padding-inline:20px}.steps,.features{padding-bottom:64px}}
`
  .trim()
  .replaceAll('\n', '')
