/** As it is shown: no line ends within “16 oz”, “× 60” or “of 200”. */
export const keepMeasures = (text: string) =>
  text.replaceAll(/(?<=\d) (?=[a-z]{1,4}\b)|(?<=×|\bof) (?=\d)/gi, '\u00A0')

/** What one unit is, if the product's name says that it is a package: “box of 200”. */
export const packageOf = (name: string) =>
  /\b(?:bag|box|bundle|case|pack|roll|set) of \d[\d,]*/i.exec(name)?.[0].toLowerCase()
