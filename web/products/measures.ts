const UNITS = 'a|ah|cm|db|ft|g|gal|in|kg|l|lb|m|mil|ml|mm|n|nm|oz|pieces|psi|teeth|tpi|v|w|yd'
const WITHIN_MEASURE = new RegExp(`(?<=\\d) (?=(?:${UNITS})\\b)|(?<=×|\\bof) (?=\\d)`, 'gi')

/** As it is shown: no line ends within “16 oz”, “× 60” or “of 200”. */
export const keepMeasures = (text: string) => text.replaceAll(WITHIN_MEASURE, '\u00A0')

/** What one unit is, if the product's name says that it is a package: “box of 200”. */
export function packageOf(name: string) {
  const [found] = /\b(?:bag|box|bundle|carton|case|pack|packet|roll|set) of \d[\d,]*\b/i.exec(name) ?? []
  return found && keepMeasures(found.toLowerCase())
}

/** Where a quantity is typed; nothing about a product that is sold one by one. */
export function unitSentence(name: string) {
  const unit = packageOf(name)
  return unit ? `One unit is a ${unit}.` : ''
}
