import { HtmlValidate, type RuleConfig } from 'html-validate'

/** How React and the browser write what is the same in HTML, and what another test looks after. */
const WRITTEN_OTHERWISE: RuleConfig = {
  // <br/> and <br>, disabled="" and disabled, are the same.
  'void-style': 'off',
  'attribute-boolean-style': 'off',
  'attribute-empty-style': 'off',
  'no-trailing-whitespace': 'off',
  // Names of attributes have no case in HTML, and ids may begin with any character: React makes some of both.
  'attr-case': 'off',
  'valid-id': ['error', { relaxed: true }],
  // Titles of products are as long as people make them.
  'long-title': 'off',
  // Charts place themselves by script; the security policy forbids styles in the document.
  'no-inline-style': 'off',
  // Tables that a phone shows as cards would lose their roles to the display that does it.
  'no-redundant-role': 'off',
  // Scripts come from the shop itself.
  'require-sri': 'off',
}

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:recommended', 'html-validate:a11y'],
  rules: WRITTEN_OTHERWISE,
})

/** What is wrong with the HTML of a page, by the standard and by good practice. */
export async function htmlProblems(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, selector, line, column }) =>
        `${ruleId} at ${selector ?? `${line}:${column}`}: ${message}`,
    ),
  )
}
