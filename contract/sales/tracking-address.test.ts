import { expect, test } from 'vitest'
import { trackingAddress } from './tracking-address.ts'

test.each([
  ['UPS', 'https://www.ups.com/track?tracknum=7489'],
  ['ups Ground', 'https://www.ups.com/track?tracknum=7489'],
  ['FedEx Freight', 'https://www.fedex.com/fedextrack/?trknbr=7489'],
  ['Fed Ex', 'https://www.fedex.com/fedextrack/?trknbr=7489'],
  ['USPS', 'https://tools.usps.com/go/TrackConfirmAction?tLabels=7489'],
  ['U.S. Postal Service', 'https://tools.usps.com/go/TrackConfirmAction?tLabels=7489'],
  ['DHL Express', 'https://www.dhl.com/us-en/home/tracking.html?tracking-id=7489&submit=1'],
  ['Royal Mail', 'https://www.royalmail.com/track-your-item#/tracking-results/7489'],
])('shipments with %s can be followed', (carrier, address) => {
  expect(trackingAddress({ carrier, number: '7489' })).toBe(address)
})

test.each(['Example Freight', 'Groups & Sons', 'Pushups Ltd', 'Our own van', ''])(
  '%j is no carrier we know',
  (carrier) => {
    expect(trackingAddress({ carrier, number: '7489' })).toBeNull()
  },
)

test('a number cannot change the address, and its spaces do not matter', () => {
  const address = (number: string) => trackingAddress({ carrier: 'UPS', number })
  expect(address(' 1Z 999 AA1 ')).toBe('https://www.ups.com/track?tracknum=1Z999AA1')
  expect(address('1&next=https://evil.example/#$&')).toBe(
    'https://www.ups.com/track?tracknum=1%26next%3Dhttps%3A%2F%2Fevil.example%2F%23%24%26',
  )
})
