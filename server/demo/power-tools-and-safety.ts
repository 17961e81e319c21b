import type { DemoProduct } from './demo-types.ts'

export const powerToolsAndSafety: DemoProduct[] = [
  {
    name: 'Cordless Drill Driver 18 V, 1/2 in Chuck',
    image: '/demo/cordless-drill.svg',
    description:
      'Brushless 18 V drill driver, 530 in-lb, two speeds, 1/2 in keyless metal chuck. Weighs 3.6 lb with the 2 Ah battery; one battery and a 60-minute charger in each carton. Drills wood to 1-1/2 in and steel to 1/2 in; it has no hammer action for concrete.',
    priceCents: 7450,
    quantity: 1200,
  },
  {
    name: 'Angle Grinder 4-1/2 in, 7.5 A, 120 V',
    image: '/demo/angle-grinder.svg',
    description:
      'Corded 7.5 A grinder for 4-1/2 in wheels, 11,000 rpm, 5/8-11 spindle. Paddle switch, tool-free guard and side handle on either side; 4.6 lb with an 8 ft cord. Ships without a wheel: only fit wheels rated for 11,000 rpm or more.',
    priceCents: 4680,
    quantity: 860,
  },
  {
    name: 'Circular Saw Blade 7-1/4 in, 24 Teeth',
    image: '/demo/circular-saw-blade.svg',
    description:
      'Carbide framing blade, 24 teeth, 5/8 in arbor with diamond knockout. Kerf 0.067 in, rated to 8,300 rpm; expansion slots keep the plate flat and quiet. For softwood, plywood and OSB; choose 60 teeth for finish cuts, and do not use it on metal.',
    priceCents: 585,
    quantity: 14000,
  },
  {
    name: 'Drill Bit Set 1/16–1/2 in, 8 Pieces, Titanium',
    image: '/demo/drill-bit-set.svg',
    description:
      'Eight titanium-coated HSS bits, 1/16 to 1/2 in, in a steel case with a size index. 135° split points start without a center punch; bits above 3/8 in have a reduced shank. For steel, aluminum and wood; masonry needs carbide-tipped bits.',
    priceCents: 1325,
    quantity: 5200,
  },
  {
    name: 'Cut-Off Wheel 4-1/2 × 0.045 in, Box of 25',
    image: '/demo/cut-off-discs.svg',
    description:
      'Thin 4-1/2 in cut-off wheels for steel and stainless, 7/8 in arbor, box of 25. Aluminum oxide with two layers of glass mesh, 13,300 rpm, iron and sulfur free. For cutting only: never grind with the flat side, and discard wheels past the date on the hub.',
    priceCents: 1990,
    quantity: 7500,
  },
  {
    name: 'Safety Helmet, Type I Class E, Ratchet Fit',
    image: '/demo/safety-helmet.svg',
    description:
      'HDPE helmet, ANSI Z89.1 Type I Class E, four-point ratchet suspension, 13 oz. Fits head sizes 6-1/2 to 8, with slots for ear defenders and a chin strap. High-visibility orange, 20 to a carton; replace five years after the molded date or after any impact.',
    priceCents: 890,
    quantity: 9600,
  },
  {
    name: 'Safety Glasses, Clear Anti-Fog Lens',
    image: '/demo/safety-glasses.svg',
    description:
      'Clear polycarbonate glasses, ANSI Z87.1+, anti-fog and scratch-resistant, 1 oz. The wraparound lens blocks 99.9% of UV; soft nose piece and temple tips stay put on long shifts. 12 pairs to a box; they are no shield against chemical splash or laser light.',
    priceCents: 245,
    quantity: 48000,
  },
  {
    name: 'Work Gloves, Nitrile Palm, Size L, Pair',
    image: '/demo/work-gloves.svg',
    description:
      'Seamless 13-gauge nylon gloves with a foam nitrile palm, size L, sold by the pair. ANSI cut level A2, abrasion level 4, washable at 104 °F; grips dry, damp and lightly oiled parts. 120 pairs to a carton; not for hot work, solvents or live circuits.',
    priceCents: 215,
    quantity: 36000,
  },
  {
    name: 'Ear Defenders, NRR 27 dB, Folding Headband',
    image: '/demo/ear-defenders.svg',
    description:
      'Over-the-head ear defenders, NRR 27 dB to ANSI S3.19, padded steel-wire band. Weighs 9.5 oz, folds to fit a pocket, and the cushions snap out for replacement. For saws, grinders and compressors; not a helmet-mount model. 10 to a carton.',
    priceCents: 1140,
    quantity: 2400,
  },
  {
    name: 'Paint Roller 9 in with 3/8 in Nap Cover',
    image: '/demo/paint-roller.svg',
    description:
      'Five-wire 9 in roller frame with a 3/8 in microfiber cover, ready to use. Threaded grip takes any standard extension pole; the cover leaves no lint and washes out for about ten uses. For latex paint on smooth to lightly textured walls, not for epoxy.',
    priceCents: 465,
    quantity: 11500,
  },
  {
    name: 'Fiberglass Step Ladder 6 ft, 300 lb, Type IA',
    image: '/demo/step-ladder.svg',
    description:
      'Six-foot fiberglass step ladder, ANSI A14.5 Type IA, 300 lb duty rating, 21 lb. Non-conductive rails, 3 in slip-resistant steps and a molded top with tool slots. Highest standing level is 3 ft 10 in; ships on pallets of 20, straps included.',
    priceCents: 8690,
    quantity: 420,
  },
  {
    name: 'Steel Toolbox 20 in, Lift-Out Tray',
    image: '/demo/toolbox.svg',
    description:
      'Welded 22-gauge steel toolbox, 20 × 8.5 × 9.5 in, lift-out tray, padlock eye. Powder-coated inside and out, two spring latches, carries 55 lb by the rubber-covered handle. Nests only with the tray removed, so count 48 boxes to a pallet.',
    priceCents: 2780,
    quantity: 95,
  },
]
