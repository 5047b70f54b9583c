// What a train is called: by the railway's own form, else as the language usually does. In a room of its own, because the languages use it.

let forms: Readonly<Record<string, string>> = {};

/** Sets the railway's forms by language, with {name} and {no}. `setRailway` calls it. */
export function setTrainForms(ofRailway: Readonly<Record<string, string>> = {}): void {
  forms = ofRailway;
}

/** Returns what a train is called in a language: its name alone where it has no number. `usual` is the language's form. */
export function trainIn(language: string, name: string, no: string, usual: string): string {
  if (no === '') return name;
  const form = Object.hasOwn(forms, language) ? forms[language] : undefined;
  return (form ?? usual).replaceAll(/\{(name|no)\}/g, (_whole, part: string) => (part === 'no' ? no : name));
}
