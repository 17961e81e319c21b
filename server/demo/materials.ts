import type { DemoProduct } from './demo-types.ts'

export const materials: DemoProduct[] = [
  {
    name: 'Wood screws #8 × 2 in., box of 200',
    image: '/demo/wood-screws.svg',
    description:
      'Yellow zinc-plated steel, flat head, Phillips no. 2 drive, box of 200. The smooth shank under the head pulls boards tight without splitting softwood. For dry indoor work; choose stainless for decks and treated lumber.',
    priceCents: 645,
    quantity: 12_400,
  },
  {
    name: 'Hex bolts M10 × 60 mm, class 8.8, with nuts',
    image: '/demo/hex-bolts.svg',
    description:
      'Zinc-plated class 8.8 bolt to ISO 4014 with its class 8 nut, sold as a set. Partly threaded, 1.5 mm pitch, 16 mm across flats, about 2 oz a set. For machine frames, brackets and racking; not for sustained outdoor exposure.',
    priceCents: 38,
    quantity: 50_000,
  },
  {
    name: 'Flat washers M10, pack of 10',
    image: '/demo/washers.svg',
    description:
      'Zinc-plated steel washers to ISO 7089, strung in tens on a wire loop. With a 10.5 mm hole, 20 mm outside and 2 mm thick, they spread the load under M10 bolts and nuts. In soft timber use a wide fender washer instead.',
    priceCents: 18,
    quantity: 38_000,
  },
  {
    name: 'Nylon wall plugs 8 × 40 mm, box of 100',
    image: '/demo/wall-plugs.svg',
    description:
      'Split nylon plugs for an 8 mm hole and 4.5 to 6 mm screws, box of 100. Barbs stop the plug from turning while the screw spreads it in concrete, brick or block. Not for drywall or other hollow boards; screws are not included.',
    priceCents: 385,
    quantity: 9_600,
  },
  {
    name: 'Framing nails 16d × 3-1/2 in., 5 lb box',
    image: '/demo/framing-nails.svg',
    description:
      'Bright steel common nails to ASTM F1667, about 240 in a 5 lb box. Shank 0.162 inch thick with grip marks under a full round head, for hand driving studs, plates and joists. They rust outdoors and in treated lumber; use galvanized there.',
    priceCents: 945,
    quantity: 6_200,
  },
  {
    name: 'Copper pipe 15 mm × 1 m, bundle of 7',
    image: '/demo/copper-pipe.svg',
    description:
      'Half-hard copper to EN 1057, 15 mm outside, 0.7 mm wall, strapped in sevens. Takes solder, press and compression fittings for hot and cold water and heating. About 4.3 lb a bundle; metric size, does not fit half-inch US tube fittings.',
    priceCents: 3450,
    quantity: 1_400,
  },
  {
    name: 'PVC elbow 90°, 2 in., Schedule 40',
    image: '/demo/pvc-elbow.svg',
    description:
      'White socket × socket elbow to ASTM D2466 for 2 inch Schedule 40 pipe. Joins with primer and solvent cement for cold water, irrigation and pool lines. Not for hot water, compressed air or gas.',
    priceCents: 162,
    quantity: 18_500,
  },
  {
    name: 'Angle bracket 70 × 100 × 70 mm, reinforced',
    image: '/demo/angle-bracket.svg',
    description:
      'Galvanized steel, 2.5 mm thick, with a stiffening rib and eight 11 mm holes. Ties beams, posts and frames to timber or concrete with M10 bolts or anchors; about 8 oz each, nested and banded. Coat it where salt or chlorine is in the air.',
    priceCents: 148,
    quantity: 7_800,
  },
  {
    name: 'Plywood sheet 3/4 in. × 4 × 8 ft, sanded',
    image: '/demo/plywood-sheet.svg',
    description:
      'Seven-ply sanded pine, one clear face, about 62 lb a sheet. Exposure 1 glue stands rain during construction, so it suits subfloors, shelving and concrete forms. Not for permanent outdoor use; ships flat, 40 to a pallet.',
    priceCents: 3860,
    quantity: 940,
  },
  {
    name: 'Cable reel, 16/3 SJTW, orange, 100 ft',
    image: '/demo/cable-reel.svg',
    description:
      'Three 16 AWG stranded copper conductors in an orange jacket, 100 ft on a reel. Rated 300 V and 13 A, stays flexible in cold and wet: for extension cords, site lights and power tools. Not for fixed wiring inside walls.',
    priceCents: 3180,
    quantity: 1_150,
  },
  {
    name: 'Rapid-set mortar, 50 lb bag',
    image: '/demo/mortar-bag.svg',
    description:
      'Cement mortar that sets in about 20 minutes and takes foot traffic in an hour. Add about 1 gallon of water; one bag fills 0.45 cubic feet in repairs, steps and post bases. Do not place below 40 °F; store dry, 56 bags to a wrapped pallet.',
    priceCents: 1340,
    quantity: 3_400,
  },
  {
    name: 'Threaded rod M12 × 1 m, zinc-plated',
    image: '/demo/threaded-rod.svg',
    description:
      'Class 4.8 steel to DIN 976-1, 1.75 mm pitch, threaded over the full meter. Cut to length for pipe hangers, suspended ceilings and clamping; about 1.6 lb each. Not a substitute for class 8.8 studs in loaded structural joints.',
    priceCents: 295,
    quantity: 80,
  },
]
