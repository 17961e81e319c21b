import { DetailList } from '../../ui/detail-list.tsx'

const CARDS = {
  '4242 4242 4242 4242': 'succeeds',
  '4000 0025 0000 3155': 'needs confirmation',
  '4000 0000 0000 0002': 'declined',
  '4000 0000 0000 9995': 'insufficient funds',
}

/** Demo mode only. */
export function TestCards() {
  return (
    <section aria-labelledby="test-cards" className="rounded-box bg-base-200 p-4 lg:p-6">
      <h2 id="test-cards" className="mb-2 text-lg">
        Test cards
      </h2>
      <p className="mb-3 text-sm">No real charges are made. Use any future date and any three digits.</p>
      <DetailList details={CARDS} />
    </section>
  )
}
