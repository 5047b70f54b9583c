// Words of almost every question in German.
import type { StopWords } from '@kippu/contract/languages';

export const stopWords: StopWords = {
  words: `
    der die das den dem des ein eine einen einem einer eines kein keine keinen ich mich mir mein meine meinen
    meinem meiner du er sie es wir uns unser unsere ihr ihre ihren man sich dieser diese dieses diesen diesem
    jeder jede jedes bin bist ist sind war waren sein habe hast hat haben hatte kann kannst konnen konnte muss
    mussen musste darf durfen soll sollen sollte will wollen mochte mag werde wird werden wurde zu in im am an auf
    aus bei mit nach von vom fur um uber unter vor zum zur und oder aber wenn als ob dass weil wie was wer wo wann
    warum wieso welche welcher welches nicht nichts noch nur schon auch so sehr mehr hier da dann doch mal bitte
    danke hallo ja nein gibt geht gehen machen tun etwas alle alles viel einfach jetzt denn also
  `,
  phrases: '',
  signs: '',
};
