/** As it is shown: no line ends within “16 oz”, “8 × 40 mm” or “box of 200”. */
export const keepMeasures = (text: string) =>
  text.replaceAll(/(?<=\d) (?=[a-z]{1,6}\b)| (?=(?:×|of) \d)|(?<=×|\bof) (?=\d)/gi, '\u00A0')

/** What one unit is, if the product's name says that it is a package: “box of 200”. */
export const packageOf = (name: string) =>
  /\b(?:bag|box|bundle|case|pack|roll|set) of \d[\d,]*/i.exec(name)?.[0].toLowerCase()
