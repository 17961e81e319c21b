const WORD_JOINER = '\u2060'

/** As it is shown: no line ends within “16 oz”, “8 × 40 mm”, “4-1/2” or “box of 200”. */
export const keepMeasures = (text: string) =>
  text
    .replaceAll(/(?<=\d) (?=[a-z]{1,6}\b)| (?=(?:×|of) \d)|(?<=×|\bof) (?=\d)/gi, '\u00A0')
    .replaceAll(/(?<=\d-)(?=\d+\/\d)/g, WORD_JOINER)
