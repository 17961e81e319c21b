import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright/test'
import { texts } from '../contract/fixed-texts.ts'
import { expectAccessible } from './axe.ts'
import { CARDS, completed, payBy } from './card.ts'
import { expect, ONLY_SCREENS, type Person, SCREENS, type Shop, SIZES, test } from './fixtures.ts'
import { linkIn, mailTo, pdfIn } from './mailbox.ts'
import { addProduct, DELIVERY, horizontalScroll, ordersOf, rowOf } from './orders.ts'
import { quoteRow } from './quotes.ts'

const { booking } = texts

for (const { way, size, details } of [
  { way: 'bank', size: 'desktop', details: SCREENS },
  { way: 'card', size: 'phone', details: ONLY_SCREENS },
  { way: 'bank', size: 'phone', details: ONLY_SCREENS },
] as const)
  test(
    `from the quote to the invoice and back, paid by ${way}, on a ${size}`,
    details,
    async ({ page, shop, signInAs, elsewhere }) => {
      const viewport = SIZES[size]
      const product = await addProduct(shop, { quantity: 3_000 })
      const available = async () => (await shop.call('GET', `/api/product/${product._id}`)).json.quantity
      const buyer = await shop.signUp('Quentin Quoted')
      await page.setViewportSize(viewport)
      await signInAs(buyer)
      await confirmEmail(page, shop, buyer)
      const admin = await elsewhere(await shop.signInAdmin(), { viewport })

      // The customer asks.
      await page.goto(`/product/${product._id}`)
      await page.getByRole('button', { name: 'Ask for a quote' }).click()
      const asking = page.getByRole('dialog', { name: 'Ask for a quote' })
      await expectAccessible(page)
      await asking.getByLabel('Quantity').fill('600')
      await asking.getByLabel('Needed by').fill('2030-03-01')
      await asking.getByLabel('Message').fill('What is possible for a whole pallet?')
      await asking.getByRole('button', { name: 'Ask for a quote' }).click()
      const requested = page.getByText(/^Quote \S+ requested/)
      await expect(requested).toBeVisible()
      const [, number = ''] = /Quote (\S+) requested/.exec((await requested.textContent()) ?? '') ?? []
      await expect(quoteRow(page, number)).toContainText('Requested')
      expect(await available(), 'asking takes nothing').toBe(3_000)
      await mailTo(shop, shop.admin.email, new RegExp(`^Quote requested: .*${product.name}`))

      // The shop offers two prices, and the units leave the stock.
      await admin.goto('/dashboard')
      await admin
        .getByRole('region', { name: 'Open tasks' })
        .getByRole('link', { name: /^Quotes/ })
        .click()
      await quoteRow(admin, number).getByRole('button', { name: 'Make an offer' }).click()
      const offer = admin.getByRole('dialog', { name: `Make an offer: ${number}` })
      await expect(offer).toContainText('What is possible for a whole pallet?')
      await expect(offer).toContainText('3,000 units')
      await offer.getByLabel('Unit price').fill('11')
      await offer.getByRole('button', { name: 'Add a quantity' }).click()
      await offer.getByLabel('From quantity').last().fill('800')
      await offer.getByLabel('Unit price').last().fill('10.5')
      await offer.getByLabel('Set the largest quantity aside until then').check()
      await offer.getByLabel('Note to the customer').fill('A pallet holds 800.')
      await expectAccessible(admin)
      await offer.getByRole('button', { name: 'Send the offer' }).click()
      await expect(admin.getByText(`Offer ${number} sent`)).toBeVisible()
      expect(await available()).toBe(2_200)

      // The customer follows the mail, tries quantities and accepts one between the steps.
      const offered = await mailTo(shop, buyer.email, new RegExp(`^Offer ${number}: `))
      await pdfIn(shop, offered)
      await page.goto(linkIn(offered, '/dashboard/quote/'))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Quote ${number}`)
      await expect(page.getByText('800 units are set aside')).toBeVisible()
      await expect(page.getByText('A pallet holds 800.')).toBeVisible()
      await saved(page, page.getByRole('button', { name: 'Offer (PDF)' }), `offer-${number}.pdf`)
      const quantity = page.getByLabel('Quantity')
      const total = page.locator('output')
      await expect(total).toHaveText('$6,600.00')
      await quantity.fill('800')
      await expect(total).toHaveText('$8,400.00')
      const accept = page.getByRole('button', { name: 'Accept the offer' })
      await quantity.fill('801')
      await expect(accept).toBeDisabled()
      await quantity.fill('700')
      await expect(total).toHaveText('$7,700.00')
      await page.getByLabel('Phone').fill(DELIVERY.phone)
      await page.getByLabel('Address').fill(DELIVERY.address)
      await page.getByLabel('Purchase order number').fill('PO 4711')
      await expectAccessible(page)
      expect(await horizontalScroll(page)).toBe(0)
      await accept.click()
      await expect(page.getByText(booking.placed(product.name))).toBeVisible()
      await expect(quoteRow(page, number)).toContainText('Accepted')
      expect(await available(), 'the rest of the hold returns').toBe(2_300)
      const [order] = await ordersOf(shop, buyer)
      if (!order) throw new Error('no order')
      const own = page.getByRole('row').filter({ hasText: `#${order.number}` })
      for (const text of [`#${order.number}`, 'PO 4711', '$7,700.00']) await expect(own).toContainText(text)

      await saved(
        page,
        own.getByRole('button', { name: 'Pro forma invoice (PDF)' }),
        `pro-forma-${order.number}.pdf`,
      )
      await own.getByRole('button', { name: 'Edit billing details' }).click()
      const billing = page.getByRole('dialog', { name: `Billing details for order #${order.number}` })
      await billing.getByLabel('Billing details').fill('Example Works Ltd.\nTax number XX 000')
      await expectAccessible(page)
      await billing.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Billing details saved')).toBeVisible()

      // It is paid.
      await admin.goto(`/dashboard/myOrder?q=${order.number}`)
      const row = rowOf(admin, product.name)
      const details = row.getByRole('button', { name: `Details of order #${order.number}` })
      const panel = (title: string) => admin.getByRole('dialog', { name: title })
      if (way === 'bank') {
        await details.click()
        await expect(panel(`Order #${order.number}`)).toContainText('Tax number XX 000')
        await panel(`Order #${order.number}`).getByRole('button', { name: 'Record bank payment' }).click()
        await admin.getByLabel('Reference').fill('EX-2026-17')
        await expectAccessible(admin)
        await admin.getByRole('button', { name: 'Record payment' }).click()
        await expect(admin.getByText(`Order #${order.number} is marked as paid`)).toBeVisible()
        await expect(row).toContainText(`BANK-${order.number}`)
      } else {
        await own.getByRole('link', { name: booking.payment }).click()
        await expect(page.getByText('Or pay by bank transfer')).toBeVisible()
        await payBy(page, CARDS.pays)
        await expect(completed(page)).toBeVisible()
      }

      // The customer has the invoice, by mail and on My Order.
      const paid = await mailTo(shop, buyer.email, /^Paid: invoice /)
      const invoice = await pdfIn(shop, paid)
      await page.goto(linkIn(paid, '/dashboard/order/'))
      await expect(page.getByRole('heading', { level: 1, name: `Order #${order.number}` })).toBeVisible()
      await page.goto('/dashboard/order')
      await expect(own.getByText(booking.processing, { exact: true })).toBeVisible()
      const [, invoiceNumber] = /invoice (\S+)/.exec(paid.subject) ?? []
      const download = own.getByRole('button', { name: 'Invoice (PDF)', exact: true })
      expect(
        invoice.equals(await saved(page, download, `invoice-${invoiceNumber}.pdf`)),
        'the same bytes',
      ).toBe(true)

      // The shop packs and ships.
      await admin.reload()
      await details.click()
      await saved(
        admin,
        admin.getByRole('button', { name: 'Packing slip (PDF)' }),
        `packing-slip-${order.number}.pdf`,
      )
      await expectAccessible(admin)
      await admin.getByRole('button', { name: 'Close' }).click()
      await row.getByRole('button', { name: 'Record shipment' }).click()
      await admin.getByLabel('Carrier').fill('Example Freight')
      await admin.getByLabel('Tracking number').fill('EF 0042')
      await admin.getByRole('button', { name: 'Record', exact: true }).click()
      await expect(row).toContainText('EF 0042')
      await mailTo(shop, buyer.email, /^Shipped: /)

      // A hundred came damaged: their price goes back, and they are not sold again by themselves.
      await details.click()
      await panel(`Order #${order.number}`).getByRole('button', { name: 'Refund', exact: true }).click()
      const refund = panel(`Refund: order #${order.number}`)
      await expect(refund.getByLabel('Amount')).toHaveValue('7700.00')
      await refund.getByLabel('Amount').fill('1100')
      await refund.getByLabel('Reason').fill('100 units came damaged')
      await refund.getByLabel('Units to put back in stock').fill('40')
      await expect(refund).toContainText('$1,100.00')
      await expect(refund).toContainText('40 units go back into stock.')
      await expectAccessible(admin)
      await refund.getByRole('button', { name: way === 'bank' ? 'Record the refund' : 'Refund' }).click()
      await expect(admin.getByText(way === 'bank' ? 'Refund recorded' : 'Refund on its way')).toBeVisible()
      const refunded = await mailTo(shop, buyer.email, /^Refund: \$1,100\.00, credit note /)
      await pdfIn(shop, refunded)
      await admin.reload()
      await expect(row.getByText('Refunded $1,100.00')).toBeVisible()
      await expect(row.getByRole('button', { name: booking.pending })).toBeVisible()
      expect(await available()).toBe(2_340)

      // The customer sees it, and orders the same again.
      await page.reload()
      await expect(own).toContainText('Refunded $1,100.00')
      const [, creditNote] = /credit note (\S+)/.exec(refunded.subject) ?? []
      await saved(
        page,
        own.getByRole('button', { name: 'Credit note (PDF)' }),
        `credit-note-${creditNote}.pdf`,
      )
      await expectAccessible(page)
      expect(await horizontalScroll(page)).toBe(0)
      await own.getByRole('link', { name: 'Order again' }).click()
      await expect(page.getByLabel('Quantity')).toHaveValue('700')
      await expect(page.getByLabel('Address')).toHaveValue(DELIVERY.address)
      await page.getByRole('button', { name: booking.purchase }).click()
      await expect(page.getByText(booking.placed(product.name))).toBeVisible()
      await expect(page.getByRole('table', { name: 'Orders' }).getByRole('row')).toHaveCount(1 + 2)
      expect(await available()).toBe(1_640)
    },
  )

/** The shop writes to confirmed addresses only. */
async function confirmEmail(page: Page, shop: Shop, { email }: Person) {
  await page.goto(linkIn(await mailTo(shop, email, /^Confirm your email/), '/verify-email'))
  await page.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(page.getByText('Your email is confirmed')).toBeVisible()
}

/** Presses a button that saves a document, and reads what was saved. */
async function saved(page: Page, button: Locator, fileName: string): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  expect(download.suggestedFilename()).toBe(fileName)
  const bytes = await readFile(await download.path())
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  return bytes
}
