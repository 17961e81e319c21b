import type { DemoReview } from './demo-types.ts'

export const demoReviews: DemoReview[] = [
  {
    name: 'Example Millwork (demo)',
    description:
      'Three pallets of sheet goods and screws, delivered on the morning we asked for. The driver had the packing list sorted by pallet, so check-in took ten minutes.',
    hearts: 5,
    image: '/demo/firm-4.svg',
  },
  {
    name: 'Fictional Fence & Deck (demo)',
    description:
      'Ordered 100 toolboxes for new hires and checked the pallet twice: all there, no dents, trays inside. The price on the invoice matched the price on the page to the cent.',
    hearts: 5,
    image: null,
  },
  {
    name: 'Sample Street Builders (demo)',
    description:
      'We count every box, and every count was right: 40 cartons of gloves, 120 pairs in each. Being able to see the stock before ordering saves us a phone call a week.',
    hearts: 5,
    image: '/demo/firm-2.svg',
  },
  {
    name: 'Sandbox Site Services (demo)',
    description:
      'Helmets, glasses and earmuffs for a whole site in one order. Certificates matched the product pages, so our safety officer signed off the same afternoon.',
    hearts: 5,
    image: null,
  },
  {
    name: 'Placeholder Plumbing Co. (demo)',
    description:
      'Fittings arrived bagged and labeled by size, which our van crews loved. One bag had split in transit, but nothing was missing. Would order again.',
    hearts: 4,
    image: '/demo/firm-5.svg',
  },
  {
    name: 'Mock-Up Interiors (demo)',
    description:
      'The goods are fine, the delivery was not: two days late, and the driver could not unload at our dock without a lift gate. Ask about access before you ship by the pallet.',
    hearts: 3,
    image: null,
  },
  {
    name: 'Lorem & Sons Painting (demo)',
    description:
      'Two hundred rollers, zero lint. We painted a school over the summer with them and still have covers left that washed out clean. Paid by card, shipped in two days.',
    hearts: 5,
    image: '/demo/firm-6.svg',
  },
  {
    name: 'Template Masonry (demo)',
    description:
      'Mortar arrived dry, shrink-wrapped and stacked properly, which is rarer than it should be. Descriptions say what a thing is not for. More suppliers should do that.',
    hearts: 4,
    image: null,
  },
  {
    name: 'Test Gable Roofing (demo)',
    description:
      'Good ladders at a fair price, and the straps were where the description said. I only wish the minimum order were 50 rather than 100 for a crew of our size.',
    hearts: 4,
    image: '/demo/firm-3.svg',
  },
  {
    name: 'Dummy Creek Contractors (demo)',
    description:
      'Cut-off wheels came with eight months left on the date stamp, too short for the 200 boxes we keep in stock. They offered an exchange, but we paid the freight back.',
    hearts: 2,
    image: null,
  },
  {
    name: 'Specimen Machine Works (demo)',
    description:
      'The drill bits hold their edge in mild steel and the case survives being dropped. The order page showed exactly when the goods left the warehouse. No surprises.',
    hearts: 5,
    image: '/demo/firm-1.svg',
  },
  {
    name: 'Example Valley Co-op (demo)',
    description:
      'We buy for eleven small shops together, so ordering by the hundred suits us. Canceled one unpaid order by mistake and placed it again in a minute. Easy.',
    hearts: 4,
    image: null,
  },
]
