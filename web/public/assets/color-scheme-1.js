// Runs before the first paint, from a file, since the pages' policy allows no inline script.
// Give a changed version a new number: it is cached for ever.
var choice = localStorage.getItem('parley_color_scheme')
var dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
