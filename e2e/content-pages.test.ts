import { texts } from '../contract/fixed-texts.ts'
import { expect, test } from './fixtures.ts'

test('the blog answers its five questions, and its table of contents leads to each @proof', async ({
  page,
}) => {
  await page.goto('/')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: texts.navigation.blog })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: texts.navigation.blog })).toBeFocused()
  const links = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
  const questions = await links.allTextContents()
  const subjects = [/performance/, /state/, /prototypal inheritance/, /products/, /unit test/]
  expect(questions).toHaveLength(subjects.length)
  for (const [position, question] of questions.entries()) {
    expect(question).toMatch(subjects[position] as RegExp)
    await links.nth(position).click()
    await expect(page.getByRole('heading', { level: 2, name: question })).toBeInViewport()
  }
})

test('the portfolio has its four parts @proof', async ({ page }) => {
  await page.goto('/portfolio')
  await expect(page.getByRole('heading', { level: 1, name: texts.navigation.portfolio })).toBeVisible()
  for (const name of ['About', 'Education', 'Skills', 'Projects'])
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
})

test('one can subscribe, and is told at the field when the email is wrong', async ({ page, watch }) => {
  watch.allow(/400 \(Bad Request\)/)
  await page.goto('/extra')
  const email = page.getByRole('region', { name: texts.navigation.subscribe }).getByRole('textbox')
  const subscribe = page.getByRole('button', { name: texts.navigation.subscribe })
  await email.fill('ada@shop')
  await subscribe.click()
  await expect(email).toHaveAccessibleDescription('Enter a valid email')
  await expect(email).toHaveValue('ada@shop')
  await email.fill('ada@shop.example')
  await subscribe.click()
  await expect(page.getByRole('status').getByText('You are subscribed')).toBeVisible()
  await expect(email).toHaveValue('')
})

test('feedback can be given on the page Subscribe as well @proof', async ({ page }) => {
  await page.goto('/extra')
  await page.getByLabel('Name').fill('A visitor')
  await page.getByLabel('Email').fill('visitor@example.com')
  await page.getByLabel('Feedback').fill('Very good hammers')
  await page.getByRole('button', { name: 'Send feedback' }).click()
  await expect(page.getByText(texts.feedbackThanks)).toBeVisible()
})
