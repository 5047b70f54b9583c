// Orders in a file, in German.

export const orders = {
  column: {
    order: 'bestellung',
    product: 'produkt',
    category: 'kategorie',
    count: 'anzahl',
    validUntil: 'gültig bis',
    price: 'preis',
  },
  /** How else files write a category, separated by commas. */
  spellings: {
    adult: 'erwachsen, erwachsene, erwachsener, erw',
    child: 'kind, kinder',
    senior: 'senior, senioren, seniorin',
  },
  fault: {
    shortened:
      'Eine Tabelle hat diese Nummer gekürzt, wie in 2.02611E+11. Formatieren Sie die Spalte als Text, geben Sie die Nummern neu ein und speichern Sie',
    noOrder: 'Keine Bestellnummer',
    orderId:
      'Die Bestellnummer hat mehr als 64 oder andere Zeichen als Buchstaben von A bis Z, Ziffern und Satzzeichen',
    product: 'Dieses Produkt gibt es nicht',
    mixed: 'Eine Bestellung hat nur ein Produkt',
    category: 'Unbekannte Kategorie',
    count: 'Die Anzahl ist 1 bis 200',
    many: 'Eine Bestellung hat höchstens 200 Tickets',
    date: 'Kein Datum (Beispiel: 2027-03-31)',
    past: 'Dieses Datum ist vorbei',
    far: 'Dieses Datum ist mehr als zehn Jahre entfernt',
    price: 'Der Preis ist kein Betrag bis 100 000 000 in der Währung',
    cells: 'Es sind zu viele Zellen',
  },
};
