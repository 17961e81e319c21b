import type { DemoProduct } from './demo-types.ts'

export const handTools: DemoProduct[] = [
  {
    name: 'Claw Hammer, 16 oz, Hickory Handle',
    image: '/demo/claw-hammer.svg',
    description:
      'Drop-forged 16 oz head on a 13 in hickory handle; 1.4 lb in all. Curved claw draws nails up to 3-1/2 in, and the smooth face leaves trim unmarked. For framing and general carpentry, not for masonry or cold chisels; 12 per carton.',
    priceCents: 890,
    quantity: 4200,
  },
  {
    name: 'Combination Pliers, 7 in (180 mm)',
    image: '/demo/combination-pliers.svg',
    description:
      'Forged steel pliers with flat grip, pipe grip and side cutter, made to ISO 5746. The cutter takes hard wire up to 5/64 in. Dipped grips are for comfort only and are not insulated: never for live work; 10 per carton.',
    priceCents: 645,
    quantity: 7600,
  },
  {
    name: 'Adjustable Wrench, 10 in (250 mm)',
    image: '/demo/adjustable-wrench.svg',
    description:
      'Chrome-vanadium wrench that opens to 1-1/8 in (29 mm), tested to ISO 6787. Jaw set at 22.5° for tight corners, hanging hole in the handle, 15 oz. Turn toward the movable jaw and do not extend the handle with a pipe; 6 per carton.',
    priceCents: 1120,
    quantity: 2850,
  },
  {
    name: 'Ratchet Screwdriver, 1/4 in Hex Bit Holder',
    image: '/demo/ratchet-screwdriver.svg',
    description:
      'Three-position ratchet (forward, locked, reverse) with a quick-change 1/4 in chuck. Supplied with one PH2 bit; takes any standard hex bit. 72-tooth gear rated to 30 lbf·ft for assembly and cabinet work, not for driving by hammer; 12 per carton.',
    priceCents: 975,
    quantity: 3400,
  },
  {
    name: 'Hand Saw, 20 in, 8 TPI',
    image: '/demo/hand-saw.svg',
    description:
      'A 20 in crosscut saw for lumber and sheet goods, 8 teeth per inch, beech handle. Induction-hardened teeth stay sharp about five times longer but cannot be refiled. Not for wood with nails in it; blade guard fitted, 10 per carton.',
    priceCents: 1265,
    quantity: 1900,
  },
  {
    name: 'Tape Measure, 25 ft × 1 in',
    image: '/demo/tape-measure.svg',
    description:
      'Coated 1 in blade with 7 ft standout, marked to 1/16 in with stud centers every 16 in. Shock-absorbing case with thumb lock and belt clip, 13 oz. The sliding hook corrects inside and outside readings to within 1/16 in; 12 per carton.',
    priceCents: 560,
    quantity: 12500,
  },
  {
    name: 'Spirit Level, 16 in (400 mm), Aluminum',
    image: '/demo/spirit-level.svg',
    description:
      'Aluminum I-beam with level, plumb and 45° vials, accurate to 0.0005 in per inch. Milled base, two hand slots and shock-absorbing end caps; 13 oz. Short enough for cabinets and brick courses; choose a 48 in level for doors and framing; 6 per carton.',
    priceCents: 1480,
    quantity: 100,
  },
  {
    name: 'Utility Knife, Retractable, with 3 Blades',
    image: '/demo/utility-knife.svg',
    description:
      'Die-cast knife that locks at three blade depths and stores spare blades in the handle. Takes standard 2-7/16 in trapezoid blades; three are included. Cuts drywall, roofing felt, carpet and cartons, not for prying; 24 per carton.',
    priceCents: 335,
    quantity: 20000,
  },
  {
    name: 'Bench Chisel, 1 in (25 mm), Hooped Handle',
    image: '/demo/bench-chisel.svg',
    description:
      'Bevel-edge chrome-vanadium blade, hardened to 59 HRC and ground at 25°. Ash handle with brass ferrule and steel hoop stands up to mallet work; hone before first use. For joints and hinges in wood, not for masonry; 6 per carton.',
    priceCents: 1035,
    quantity: 350,
  },
  {
    name: 'F-Clamp, 12 × 4-3/4 in (300 × 120 mm)',
    image: '/demo/bar-clamp.svg',
    description:
      'Ductile-iron F-clamp with 12 in opening, 4-3/4 in throat and 1,100 lbf of pressure. Serrated steel bar keeps the sliding arm from slipping, and the swivel pad spares the workpiece. For glue-ups and welding setups, not for lifting; 10 per carton.',
    priceCents: 1390,
    quantity: 5200,
  },
  {
    name: 'Hex Key Set, Metric, 7 Pieces',
    image: '/demo/hex-key-set.svg',
    description:
      'Seven long-arm keys, 2 / 2.5 / 3 / 4 / 5 / 6 / 8 mm, in a clip holder, made to ISO 2936. Chrome-vanadium steel, hardened through, with chamfered ends that seat cleanly. Metric only: do not use in inch sockets; 20 sets per carton.',
    priceCents: 480,
    quantity: 9300,
  },
  {
    name: 'Block Plane, 6 in, 1-5/8 in Iron',
    image: '/demo/block-plane.svg',
    description:
      'Cast-iron plane with ground sole, adjustable mouth and 20° bed; 1.6 lb. Brass wheel sets the depth of the 1-5/8 in tool-steel iron, which needs honing before first use. For end grain, chamfers and fitting doors; too short to flatten boards; boxed singly.',
    priceCents: 3425,
    quantity: 80,
  },
]
