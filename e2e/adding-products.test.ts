import { randomUUID } from 'node:crypto'
import { expectAccessible } from './axe.ts'
import { expect, ON_EACH_SIZE, ONLY_SCREENS, test } from './fixtures.ts'
import { horizontalScroll } from './orders.ts'

for (const { size, viewport } of ON_EACH_SIZE)
  test(
    `on a ${size}: all errors are told at once, and the card is seen while the product is described`,
    ONLY_SCREENS,
    async ({ page, shop, signInAs, watch }) => {
      watch.allow(/status of 400/)
      await page.setViewportSize(viewport)
      await signInAs(await shop.signInAdmin())
      await page.goto('/dashboard/addProduct')
      const form = page.locator('main form')
      const card = page.locator('main article')
      await expect(card, 'nothing is sold out before its stock is known').toContainText(
        /Available– units.*Order/,
      )
      await form.locator('[name=sku]').fill('Kept')
      await form.locator('[name=specs]').fill('No colon')
      await form.getByRole('button', { name: 'Add product' }).click()
      for (const [name, sentence] of [
        ['name', 'The name is required'],
        ['image', 'The picture is required'],
        ['description', 'The description is required'],
        ['specs', 'The value of a specification is required'],
        ['price', 'Enter the price in dollars'],
        ['quantity', 'The quantity must be a whole number'],
      ])
        await expect(form.locator(`[name=${name}]`)).toHaveAccessibleDescription(new RegExp(`^${sentence}`))
      await expect(form.locator('[name=name]')).toBeFocused()
      await expect(page.getByRole('alert').getByText('The name is required')).toBeVisible()
      await expect(form.locator('[name=sku]')).toHaveValue('Kept')
      await expectAccessible(page)

      const name = `Mitre saw ${randomUUID().slice(0, 8)}`
      await form.locator('[name=name]').fill(name)
      await form.locator('[name=sku]').fill('')
      await form.getByLabel('Picture link').fill('/demo/claw-hammer.svg')
      await form.locator('[name=description]').fill('Cuts clean')
      await form.locator('[name=specs]').fill('Teeth: 24')
      await form.locator('[name=price]').fill('12.4')
      await form.locator('[name=quantity]').fill('1000')
      await expect(form.locator('[name=price]')).toHaveValue('12.40')
      await expect(card).toContainText(`${name}Cuts clean$12.40/ unit`)
      await expect(card).toContainText('$1,240.00')
      await expect(card.locator('img')).toHaveAttribute('src', '/demo/claw-hammer.svg')
      expect(await horizontalScroll(page)).toBe(0)
      await form.getByRole('button', { name: 'Add product' }).click()
      await expect(page.getByText(`${name} was added`)).toBeVisible()
      await expect(card).not.toContainText(name)
      await expect(form.locator('[aria-invalid]')).toHaveCount(0)
    },
  )
