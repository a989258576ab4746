/** The styles of the pages that show an agent to others, in the page itself. No brand's colours. */
export const prototypeStyles = `
:root{color-scheme:light dark;--bg:light-dark(#f6f8fb,#0b0f17);--card:light-dark(#fff,#131927);--text:light-dark(#1a2233,#e7eaf1);--quiet:light-dark(#566178,#a3adbf);--line:light-dark(#dde3ec,#2a3346);--field:light-dark(#7b8598,#6d7a92)}
*{box-sizing:border-box}
html,body{height:100%}
body{margin:0;display:flex;flex-direction:column;background:var(--bg);color:var(--text);font:16px/1.6 'DM Sans',system-ui,sans-serif;-webkit-font-smoothing:antialiased}
:focus-visible{outline:2px solid currentColor;outline-offset:2px;border-radius:4px}
h1,p{margin:0;overflow-wrap:anywhere}h1{font-size:1.5rem;line-height:1.25}
.quiet{color:var(--quiet)}
.picture{display:grid;place-content:center;flex:none;width:56px;height:56px;border-radius:50%;object-fit:cover;background:light-dark(#e4e9f1,#2a3346);font-size:1.4rem;font-weight:600}
.card{width:min(560px,calc(100% - 32px));margin:max(32px,12vh) auto auto;padding:32px;display:grid;gap:14px;background:var(--card);border:1px solid var(--line);border-radius:16px}
@media(min-width:900px){.demo .card{margin-left:max(32px,10vw)}}
.button{display:inline-block;padding:9px 18px;border-radius:10px;background:light-dark(#1a2233,#e7eaf1);color:light-dark(#fff,#0b0f17);font-weight:600;text-decoration:none}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
main:has(>.chat){flex:1;min-height:0;width:min(860px,100%);margin:0 auto;padding:24px}
.chat{display:block;width:100%;height:100%;border:1px solid var(--line);border-radius:16px;background:var(--card)}
main:has(>.website){flex:1;min-height:0;background:#fff}
.website{display:block;width:100%;height:100%;border:0;background:#fff;color-scheme:normal}
.preview-bar{flex:none;display:flex;flex-wrap:wrap;align-items:center;gap:4px 20px;padding:8px 16px;border-bottom:1px solid var(--line);background:var(--card);font-size:14px}
.preview-bar form{display:flex;flex:1 1 320px;align-items:center;gap:10px}.preview-bar label{flex:none;font-weight:600}
.preview-bar input:not([type=hidden]){flex:1;min-width:0;max-width:520px;height:36px;padding:0 12px;border:1px solid var(--field);border-radius:8px;background:var(--bg);color:inherit;font:inherit}
.preview-bar p{color:var(--quiet)}
.note{flex:none;padding:4px 16px;border-bottom:1px solid var(--line);background:var(--card);color:var(--quiet);font-size:13px}.note a{display:inline-block;padding:2px 0;color:inherit}
.loading{margin:auto;color:var(--quiet)}
@media(max-width:600px){main:has(>.chat){padding:0}.chat{border:0;border-radius:0}.card{padding:24px}.preview-bar p{display:none}}
`
  .trim()
  .replaceAll('\n', '')
