const CARDS = [
  { number: '4242 4242 4242 4242', outcome: 'pays' },
  { number: '4000 0025 0000 3155', outcome: 'asks for authentication' },
  { number: '4000 0000 0000 0002', outcome: 'is declined' },
  { number: '4000 0000 0000 9995', outcome: 'has insufficient funds' },
]

/** Demo mode only. */
export function TestCards() {
  return (
    <section aria-labelledby="test-cards" className="rounded-box bg-base-200 p-4 lg:p-6">
      <h2 id="test-cards" className="mb-2 text-lg">
        Test cards
      </h2>
      <p className="mb-3 text-sm">No real money moves. Use any future date and any three digits.</p>
      <dl className="detail-list">
        {CARDS.map(({ number, outcome }) => (
          <div key={number} className="flex-wrap gap-x-4">
            <dt className="whitespace-nowrap font-semibold text-base-content">{number}</dt>
            <dd className="font-normal text-quiet">{outcome}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
