/** Near enough to github.com to be recognised, in the light and in the dark theme of the reader. */
export const STYLE = `
:root{--text:#1f2328;--muted:#59636e;--line:#d1d9e0;--back:#fff;--soft:#f6f8fa;--link:#0969da;--green:#1a7f37;--purple:#8250df;--red:#cf222e;--added:#dafbe1;--removed:#ffebe9;--hunk:#ddf4ff}
@media (prefers-color-scheme:dark){:root{--text:#f0f6fc;--muted:#9198a1;--line:#3d444d;--back:#0d1117;--soft:#151b23;--link:#4493f8;--green:#238636;--purple:#8957e5;--red:#da3633;--added:#12261e;--removed:#25171c;--hunk:#121d2f}}
*{box-sizing:border-box}
body{margin:0;font:14px/1.5 -apple-system,BlinkMacSystemFont,"Segoe UI","Noto Sans",Helvetica,Arial,sans-serif,"Noto Color Emoji";color:var(--text);background:var(--back)}
header{padding:12px 24px;background:var(--soft);border-bottom:1px solid var(--line);font-weight:600}
main{max-width:60rem;margin:24px auto;padding:0 16px;overflow-wrap:anywhere}
a{color:var(--link);text-underline-offset:2px}
header a,.crumbs a{text-decoration:none}
h1{font-size:24px;line-height:1.3;font-weight:400;margin:0 0 8px}
h2{font-size:16px;margin:24px 0 8px}
li{margin:6px 0}
summary{padding:4px 0;cursor:pointer}
.muted,.number,.crumbs{color:var(--muted)}
code,pre{font:12px/1.5 ui-monospace,SFMono-Regular,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
code{background:var(--soft);padding:2px 5px;border-radius:6px}
pre{overflow:auto;background:var(--soft);padding:16px;border-radius:6px}
pre code{padding:0}
.state{display:inline-block;padding:4px 12px;border-radius:2em;color:#fff;background:var(--green);font-weight:500;margin-right:8px}
.state.merged{background:var(--purple)}.state.closed,.state.failure{background:var(--red)}.state.draft,.state.queued,.state.cancelled{background:#59636e}
.state.in_progress{background:#9a6700}
.label,.bot{display:inline-block;border:1px solid var(--line);border-radius:2em;padding:0 7px;font-size:12px;color:var(--muted);font-weight:500}
.comment{display:grid;grid-template-columns:40px minmax(0,1fr);gap:16px;margin:16px 0}
.avatar{width:40px;height:40px;border-radius:50%;display:grid;place-items:center;color:#fff;font-weight:600;background:hsl(var(--hue) 45% 42%)}
.avatar.square{border-radius:8px}
.box{border:1px solid var(--line);border-radius:6px}
.box>.top{padding:8px 16px;background:var(--soft);border-bottom:1px solid var(--line);border-radius:6px 6px 0 0;color:var(--muted)}
.box>.top b,.box>.top a{color:var(--text)}
.box>.text{padding:16px}
.text>:first-child{margin-top:0}.text>:last-child{margin-bottom:0}
.text table{border-collapse:collapse;display:block;overflow:auto;overflow-wrap:normal}
.text th,.text td{border:1px solid var(--line);padding:6px 13px}
.text blockquote{margin:0 0 16px;padding:0 1em;color:var(--muted);border-left:.25em solid var(--line)}
.text li:has(>input[type=checkbox]){list-style:none;margin-left:-1.4em}
.text hr{height:4px;border:0;background:var(--line);margin:24px 0}
.text img{max-width:100%}
.reactions{padding:0 16px 12px}
.reactions span{display:inline-block;border:1px solid var(--line);border-radius:2em;padding:1px 8px;margin-right:6px;font-size:12px}
textarea,input[type=text]{width:100%;font:inherit;color:inherit;background:var(--back);border:1px solid var(--line);border-radius:6px;padding:8px 12px}
button{font:inherit;font-weight:500;padding:5px 16px;border-radius:6px;border:1px solid #1f232826;background:var(--green);color:#fff;cursor:pointer}
.error{color:var(--red)}
.file{margin:16px 0}
.file pre,.log pre{margin:0;padding:8px 0;border-radius:0 0 6px 6px;background:none}
.file .line,.log .line{display:block;padding:0 16px;min-height:1.5em;white-space:pre}
.line.added{background:var(--added)}.line.removed{background:var(--removed)}.line.hunk{background:var(--hunk);color:var(--muted)}
.line.error{font-weight:600}.line.warning{color:#9a6700}
.log details{border-bottom:1px solid var(--line)}
.log summary{padding:8px 16px}
`
