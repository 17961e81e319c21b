import { describe, expect, test } from 'vitest'
import { compose } from './compose.ts'
import { renderHtml } from './render-html.ts'
import { renderText } from './render-text.ts'
import { sampleMails } from './sample-mails.ts'

const sender = { shopName: 'Zange & Söhne', origin: 'https://shop.example' }
const samples = sampleMails(sender)
const id = '01a1e960-d600-0000-0000-000000000000'

const subjects: Record<keyof typeof compose, string> = {
  confirmEmail: 'Confirm your email for Zange & Söhne',
  resetPassword: 'Reset your password for Zange & Söhne',
  passwordChanged: 'Your password was changed',
  orderReceived: 'Order received: 1,200 × Claw hammer, 16 oz, hickory handle',
  offer: 'Offer Q-2026-0042: Claw hammer, 16 oz, hickory handle',
  paid: 'Paid: invoice 2026-000017',
  shipped: 'Shipped: 1,200 × Claw hammer, 16 oz, hickory handle',
  refunded: 'Refund: $14,880.00, credit note C-2026-000003',
  released: 'Your order was released: Claw hammer, 16 oz, hickory handle',
  newPaidOrder: 'New paid order: 1,200 × Claw hammer, 16 oz, hickory handle',
  bankOrder: 'To be paid by bank transfer: 1,200 × Claw hammer, 16 oz, hickory handle',
  quoteRequested: 'Quote requested: 1,200 × Claw hammer, 16 oz, hickory handle',
  dispute: 'Dispute: $14,880.00, order #1042',
  dashboardRefund: 'Refunded through the card provider: $14,880.00, order #1042',
  adminAppointed: 'New admin: customer@example.com',
  adminRemoved: 'Admin removed: customer@example.com',
  feedback: 'Feedback from Sample Customer',
  mailCeiling: 'Too many password resets requested',
  lowStock: 'Low stock',
  refundFailed: 'Refund failed: Claw hammer, 16 oz, hickory handle',
}

const links: Record<keyof typeof compose, string> = {
  confirmEmail: '/verify-email#token=sample',
  resetPassword: '/reset-password#token=sample',
  passwordChanged: '/forgot-password',
  orderReceived: `/dashboard/payment/${id}`,
  offer: `/dashboard/quote/${id}`,
  paid: `/dashboard/order/${id}`,
  shipped: `/dashboard/order/${id}`,
  refunded: `/dashboard/order/${id}`,
  released: `/dashboard/payment/${id}`,
  newPaidOrder: `/dashboard/myOrder?q=${id}`,
  bankOrder: `/dashboard/myOrder?q=${id}`,
  quoteRequested: '/dashboard/myOrder?view=quotes&q=Q-2026-0042',
  dispute: `/dashboard/myOrder?q=${id}`,
  dashboardRefund: `/dashboard/myOrder?q=${id}`,
  adminAppointed: '/dashboard/users',
  adminRemoved: '/dashboard/users',
  feedback: '/dashboard',
  mailCeiling: '/dashboard',
  lowStock: '/dashboard/manageProduct',
  refundFailed: `/dashboard/myOrder?q=${id}`,
}

const shown = (markup: string) =>
  markup
    .replace(/<style>[\s\S]*?<\/style>|<br>/g, '\n')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')

describe.each(Object.keys(compose) as (keyof typeof compose)[])('%s', (kind) => {
  const mail = samples[kind]

  test('has its subject, and leads where it should by an absolute link', () => {
    expect(mail.subject).toBe(subjects[kind])
    expect(mail.action?.url).toBe(sender.origin + links[kind])
  })

  test('says the same as HTML and as text', () => {
    const [html, text] = [shown(renderHtml(mail, sender)), renderText(mail, sender)]
    const said = [mail.subject, sender.shopName, ...mail.blocks.flat(2)]
    for (const words of said) {
      expect(html).toContain(words.replace(/\s+/g, ' '))
      expect(text.replace(/\s+/g, ' ')).toContain(words.replace(/\s+/g, ' '))
    }
    expect(text).toContain(`${mail.action?.label}:\n${mail.action?.url}`)
    expect(renderHtml(mail, sender)).toContain(`href="${mail.action?.url.replaceAll('&', '&amp;')}"`)
  })

  test('is readable without pictures, in dark mode and on a phone', () => {
    const html = renderHtml(mail, sender)
    expect(html).not.toMatch(/<img|url\(|<script|<link/i)
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).toContain('prefers-color-scheme:dark')
    expect(html).toContain('max-width:480px')
    expect(html.length).toBeLessThan(20_000)
  })
})

test('whatever people typed stays text', () => {
  const feedback = compose.feedback(sender, {
    name: '<b>"Eve"</b> & Co',
    email: '"><script>alert(1)</script>',
    feedback: '<img src=x onerror=alert(1)>\n</td></table>',
  })
  const html = renderHtml(feedback, sender)
  expect(html).not.toMatch(/<b>|<script|<img/)
  expect(html.match(/<\/table>/g)).toHaveLength(4)
  expect(shown(html)).toContain('<b>"Eve"</b> & Co')
})
