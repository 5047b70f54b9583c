// Errors: what happened, and what to do next, in German.

export const errors = {
  lost: 'Es kam keine Antwort. Drücken Sie noch einmal: Nichts wird zweimal ausgeführt.',
  offline: 'Der Server ist nicht erreichbar. Prüfen Sie das Netz und versuchen Sie es noch einmal.',
  late: 'Der Server hat zu lange nicht geantwortet. Bitte versuchen Sie es noch einmal.',
  tooLarge:
    'Ein Proxy lehnt dies ab, weil es zu groß ist. Senden Sie weniger auf einmal, oder lassen Sie die Grenze des Proxys erhöhen.',
  broken: 'Der Server hat eine Störung. Warten Sie etwas und versuchen Sie es noch einmal.',
  ours: 'Diese Seite hat einen Fehler. Laden Sie sie neu; wenn das nicht hilft, aktualisieren Sie den Browser.',
};
