import { texts } from '../contract/fixed-texts.ts'
import { HEARTS } from '../contract/people/rating-hearts.ts'
import { expect, test } from './fixtures.ts'

test('a saved profile is greeted by name and is there after a reload, its number as typed', async ({
  page,
  shop,
  signInAs,
}) => {
  await signInAs(await shop.signUp('Profile Writer'))
  await page.goto('/dashboard/profile')
  await page.locator('[name=education]').fill('Carpentry')
  await page.locator('[name=location]').fill('Example Town')
  await page.locator('[name=number]').fill('05550100')
  await page.locator('[name=linkdin]').fill('https://profiles.example/writer')
  await page.getByRole('button', { name: /^save/i }).first().click()
  await expect(page.getByText(texts.profileSaved('Profile Writer'))).toBeVisible()
  await page.reload()
  await expect(page.locator('[name=number]')).toHaveValue('05550100')
  await expect(page.locator('[name=education]')).toHaveValue('Carpentry')
  await expect(page.locator('[name=location]')).toHaveValue('Example Town')
  await expect(page.locator('[name=linkdin]')).toHaveValue('https://profiles.example/writer')
})

test('a refused profile keeps what was typed and says why at the field @proof', async ({
  page,
  shop,
  signInAs,
  watch,
}) => {
  watch.allow(/400 \(Bad Request\)/)
  await signInAs(await shop.signUp())
  await page.goto('/dashboard/profile')
  await expect(page.locator('[name=linkdin]')).toBeVisible()
  await page.locator('[name=linkdin]').fill('javascript:alert(1)')
  await page.getByRole('button', { name: /^save/i }).first().click()
  await expect(page.getByText('Enter a link that starts with http:// or https://').first()).toBeVisible()
  await expect(page.locator('[name=linkdin]')).toHaveValue('javascript:alert(1)')
})

test('a review is written with hearts, stands among the own ones and on the home page @firefox', async ({
  page,
  shop,
  signInAs,
}) => {
  await signInAs(await shop.signUp('Review Writer'))
  await page.goto('/dashboard/addReview')
  const choice = page.locator('select[name=rating]')
  await expect(choice.locator('option')).toHaveText([...HEARTS])
  await choice.selectOption(HEARTS[1])
  await page.locator('[name=description]').fill('Every box held what its label said.')
  await page.locator('main form button[type=submit]').click()
  await expect(page).toHaveURL(/myReview/)
  await expect(page.getByText('Every box held what its label said.')).toBeVisible()
  await page.goto('/')
  await expect(page.getByText('Every box held what its label said.')).toBeVisible()
})

test('a review that is sent while the shop is upgraded arrives at My Review @proof', async ({
  page,
  shop,
  signInAs,
  watch,
}) => {
  watch.allow(/status of 404/)
  await signInAs(await shop.signUp('Review Writer'))
  const prefetched = page.waitForResponse(/\/assets\/my-reviews-[^/]+\.js$/)
  await page.goto('/dashboard/addReview')
  await (await prefetched).finished()
  await page.locator('[name=description]').fill('Sent while the shop was upgraded.')
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }))
  await page.locator('main form button[type=submit]').click()
  await expect(page).toHaveURL(/myReview/)
  await expect(page.getByText('Sent while the shop was upgraded.')).toBeVisible()
})

test('an admin adds a product, finds it first on the home page, and deletes it after a question @firefox', async ({
  page,
  shop,
  signInAs,
}) => {
  await signInAs(await shop.signInAdmin())
  await page.goto('/dashboard/addProduct')
  await expect(page.locator('[name=minimum]')).toHaveValue('100')
  await expect(page.locator('[name=email]')).toHaveValue(shop.admin.email)
  await page.locator('main [name=name]').fill('Test Trowel')
  await page.locator('[name=image]').fill('/demo/claw-hammer.svg')
  await page.locator('[name=description]').fill('A trowel for this journey.')
  await page.locator('[name=price]').fill('4.25')
  await page.locator('[name=quantity]').fill('900')
  await page.locator('main form button[type=submit]').click()
  await expect(page.getByText('Test Trowel was added')).toBeVisible()
  await page.goto('/')
  await expect(page.locator('article').first()).toContainText('Test Trowel')

  await page.goto('/dashboard/manageProduct')
  const remove = page.getByRole('row', { name: /Test Trowel/ }).getByRole('button', { name: /delete/i })
  const questions: string[] = []
  page.once('dialog', (dialog) => {
    questions.push(dialog.message())
    void dialog.dismiss()
  })
  await remove.click()
  await expect(remove).toBeVisible()
  page.once('dialog', (dialog) => {
    questions.push(dialog.message())
    void dialog.accept()
  })
  await remove.click()
  await expect(remove).toHaveCount(0)
  expect(questions).toEqual([texts.confirmDelete, texts.confirmDelete])
  await page.goto('/')
  await expect(page.locator('article').first()).not.toContainText('Test Trowel')
})

test('an admin shows the picture of a review, then deletes all by its author after a question @proof', async ({
  page,
  shop,
  signInAs,
  watch,
}) => {
  watch.allow(/^outside request: .*firm-1\.svg$/)
  const [writer, other] = [await shop.signUp('Ada Spammer'), await shop.signUp('Grace Example')]
  // Of another site by its host's other name.
  const image = `${shop.origin.replace('localhost', '127.0.0.1')}/demo/firm-1.svg`
  const add = (token: string, description: string) =>
    shop.call('POST', '/api/ratings', { token, body: { description, rating: HEARTS[4], image } })
  for (let number = 1; number <= 3; number++) await add(writer.token, `Buy my pills, offer ${number}`)
  await add(other.token, 'Boxes counted right.')

  await signInAs(await shop.signInAdmin())
  await page.goto('/reviews')
  const review = page.getByRole('listitem').filter({ hasText: 'Boxes counted right.' })
  await expect(review.getByRole('link', { name: /^Picture on / })).toHaveAttribute('href', image)
  await expect(review.locator('img')).toHaveAttribute('src', '/no-portrait.svg')
  await review.getByRole('button', { name: 'Show picture of Grace Example' }).click()
  await expect(review.locator('img')).toHaveAttribute('src', image)
  await expect(review.getByRole('link')).toHaveCount(0)
  await expect(review.getByRole('button', { name: 'Hide picture of Grace Example' })).toBeFocused()

  const spam = page.getByRole('listitem').filter({ hasText: 'Buy my pills' })
  await expect(spam).toHaveCount(3)
  const removeAll = spam.first().getByRole('button', { name: 'Delete all by this author Ada Spammer' })
  page.once('dialog', (dialog) => void dialog.dismiss())
  await removeAll.click()
  await expect(spam).toHaveCount(3)
  page.once('dialog', (dialog) => void dialog.accept())
  await removeAll.click()
  await expect(page.getByText('3 reviews deleted')).toBeVisible()
  await expect(spam).toHaveCount(0)
  await expect(review).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('an admin deletes a review after a question; nobody else is offered that @proof', async ({
  page,
  shop,
  signInAs,
  elsewhere,
}) => {
  const writer = await shop.signUp('Unkind Writer')
  const body = { description: 'This has nothing to do with tools.', rating: HEARTS[4] }
  await shop.call('POST', '/api/ratings', { token: writer.token, body })
  const others = await elsewhere(writer)
  await others.goto('/reviews')
  await expect(others.getByText(body.description)).toBeVisible()
  await expect(others.getByRole('main').getByRole('button')).toHaveCount(0)

  await signInAs(await shop.signInAdmin())
  await page.goto('/reviews')
  const review = page.getByRole('listitem').filter({ hasText: body.description })
  const remove = review.getByRole('button', { name: 'Delete the review by Unkind Writer' })
  const questions: string[] = []
  page.once('dialog', (dialog) => {
    questions.push(dialog.message())
    void dialog.dismiss()
  })
  await remove.click()
  await expect(review).toBeVisible()
  page.once('dialog', (dialog) => {
    questions.push(dialog.message())
    void dialog.accept()
  })
  await remove.click()
  await expect(page.getByText('Review deleted')).toBeVisible()
  await expect(review).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(questions).toEqual([texts.confirmDelete, texts.confirmDelete])
  await others.reload()
  await expect(others.getByText(body.description)).toHaveCount(0)
})

test('an admin reads every subscription and all feedback, the older ones on demand, and deletes some', async ({
  page,
  shop,
  signInAs,
}) => {
  for (let number = 1; number <= 51; number++) {
    await shop.call('POST', '/api/subscriptions', { body: { email: `reader${number}@news.example` } })
    const body = { name: 'Reader', email: 'r', feedback: `Note number ${number}.` }
    await shop.call('POST', '/api/feedback', { body })
  }
  await signInAs(await shop.signInAdmin())
  await page.goto('/dashboard')
  for (const [name, first, newest] of [
    ['Subscriptions', 'reader1@news.example', 'reader51@news.example'],
    ['Feedback', 'Note number 1.', 'Note number 51.'],
  ] as const) {
    const list = page.getByRole('region', { name })
    await expect(list.getByText(newest, { exact: true })).toBeVisible()
    await expect(list.getByText(first, { exact: true })).toHaveCount(0)
    await list.getByRole('button', { name: 'Show more' }).click()
    await expect(list.getByText(first, { exact: true })).toBeVisible()
    await expect(list.getByText(newest, { exact: true })).toBeVisible()

    page.once('dialog', (dialog) => dialog.accept())
    await list
      .getByRole('listitem')
      .filter({ hasText: newest })
      .getByRole('button', { name: 'Delete' })
      .click()
    await expect(list.getByText(newest, { exact: true })).toHaveCount(0)
  }
})
