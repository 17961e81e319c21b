/** Carriers by how people write their names; `{number}` stands for the tracking number. */
const CARRIERS: { name: RegExp; address: string }[] = [
  { name: /\bups\b|united parcel/i, address: 'https://www.ups.com/track?tracknum={number}' },
  {
    name: /\bfed[ -]?ex\b|federal express/i,
    address: 'https://www.fedex.com/fedextrack/?trknbr={number}',
  },
  {
    name: /\busps\b|\bu\.?s\.? (mail|postal)/i,
    address: 'https://tools.usps.com/go/TrackConfirmAction?tLabels={number}',
  },
  {
    name: /\bdhl\b/i,
    address: 'https://www.dhl.com/us-en/home/tracking.html?tracking-id={number}&submit=1',
  },
  { name: /\bontrac\b/i, address: 'https://www.ontrac.com/tracking/?number={number}' },
  {
    name: /\bcanada post\b|\bpostes canada\b/i,
    address: 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor={number}',
  },
  {
    name: /\broyal mail\b/i,
    address: 'https://www.royalmail.com/track-your-item#/tracking-results/{number}',
  },
  { name: /\bdpd\b/i, address: 'https://tracking.dpd.de/status/en_US/parcel/{number}' },
  { name: /\bgls\b/i, address: 'https://gls-group.eu/EU/en/parcel-tracking?match={number}' },
]

export type Tracked = { carrier: string; number: string }

/** Where a shipment can be followed, or null for a carrier we do not know. */
export function trackingAddress({ carrier, number }: Tracked): string | null {
  const known = CARRIERS.find(({ name }) => name.test(carrier))
  return known ? known.address.replace('{number}', () => encodeURIComponent(number.replace(/\s/g, ''))) : null
}
