/** The test page's own look, light and dark; the shop's stylesheet stays with the shop. */
export const css = `:root {
  color-scheme: light dark;
  --page: #f6f3ec;
  --card: #ffffff;
  --ink: #1d1c1a;
  --quiet: #5a564e;
  --line: #8a8477;
  --accent: #7a3e00;
  --on-accent: #ffffff;
  --problem: #a11111;
}

@media (prefers-color-scheme: dark) {
  :root {
    --page: #171614;
    --card: #23211e;
    --ink: #f2efe8;
    --quiet: #bdb7ab;
    --line: #857f73;
    --accent: #ffb870;
    --on-accent: #231300;
    --problem: #ff9c9c;
  }
}

* {
  box-sizing: border-box;
}

body {
  margin: 0;
  padding: 1rem;
  background: var(--page);
  color: var(--ink);
  font:
    1rem / 1.5 system-ui,
    sans-serif;
}

main {
  max-width: 28rem;
  margin: 2rem auto;
  padding: 1.5rem;
  background: var(--card);
  border: 2px dashed var(--accent);
  border-radius: 0.5rem;
}

h1 {
  margin: 0 0 1rem;
  font-size: 1.4rem;
  line-height: 1.25;
}

h2 {
  margin: 1.5rem 0 0.5rem;
  font-size: 1rem;
}

ul {
  margin: 0;
  padding: 0;
  list-style: none;
}

li + li {
  margin-top: 0.5rem;
}

label {
  display: block;
  margin-top: 0.75rem;
}

.check {
  display: flex;
  gap: 0.5rem;
  align-items: center;
}

input:not([type="checkbox"]) {
  width: 100%;
  min-height: 2.75rem;
  padding: 0.5rem;
  background: transparent;
  border: 1px solid var(--line);
  border-radius: 0.25rem;
  color: inherit;
  font: inherit;
}

input[type="checkbox"] {
  width: 1.25rem;
  height: 1.25rem;
  accent-color: var(--accent);
}

button {
  width: 100%;
  min-height: 2.75rem;
  margin-top: 1rem;
  padding: 0.5rem;
  background: var(--accent);
  border: 1px solid var(--accent);
  border-radius: 0.25rem;
  color: var(--on-accent);
  font: inherit;
  cursor: pointer;
}

.account,
.quiet {
  background: transparent;
  border-color: var(--line);
  color: var(--ink);
}

.account {
  margin-top: 0;
  text-align: left;
}

.account span {
  display: block;
  color: var(--quiet);
  overflow-wrap: anywhere;
}

:focus-visible {
  outline: 3px solid var(--accent);
  outline-offset: 2px;
}

a {
  color: var(--accent);
}

.problem {
  color: var(--problem);
  font-weight: 600;
}
`
