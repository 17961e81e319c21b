/** As it is shown: no line ends within “16 oz”, “3 1/2 in”, “8 × 40 mm” or “box of 200”. */
export const keepMeasures = (text: string) =>
  text.replaceAll(/(?<=\d) (?=\d+\/|[a-z]{1,6}\b)| (?=(?:×|of) \d)|(?<=×|\bof) (?=\d)/gi, '\u00A0')
