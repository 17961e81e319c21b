export const HOW_REFUNDED = {
  card: (amount: string) => `We refunded ${amount} to your card.`,
  bank: (amount: string) => `We transferred ${amount} back to your bank account.`,
  other: (amount: string) =>
    `We refunded ${amount} to you another way, because the refund to your card failed.`,
  dispute: (amount: string) => `After your dispute, your card issuer returned ${amount} to you.`,
}
export const WHEN_REFUNDED = {
  card: 'It may take a few days to appear on your statement.',
  bank: 'It can take a few days to arrive.',
  other: 'It can take a few days to arrive.',
  dispute: 'It may take a few days to appear on your statement.',
}
export const DISPUTE_NEWS = {
  open: "A customer has disputed a payment with their bank. Respond in the card provider's dashboard, and do not ship the order until the dispute is settled.",
  won: 'You won a dispute: you keep the money.',
  lost: 'You lost a dispute: the money went back to the customer, and a credit note was issued.',
}
