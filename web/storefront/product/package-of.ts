/** What one unit is, if the product's name says that it is a package: “box of 200”. */
export const packageOf = (name: string) =>
  /\b(?:bag|box|bundle|case|pack|roll|set) of \d[\d,]*/i.exec(name)?.[0].toLowerCase()
