// Words of almost every question. They are removed, so that they neither find nor hide an answer.
import type { Language } from '@kippu/contract/languages';

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** English and Korean words without a topic. English ones are folded, before stemming. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  words(`
    a an the i im ive id me my mine we us our you your it its he she they them their this that these those there here
    is am are was were be been being do does did done doing dont doesnt didnt have has had having can cant cannot could
    will wont would should shall may might must to of in on at by for from with and or but if so as than then too also
    what whats which who whom whose how when where why not no yes please hello hi hey thanks thank ok just really very
    any some all about into out up down get got go going want wanna need know tell say there let lets some something
    one still now again even way possible exactly enough first time many much more most ever never maybe every each other
    people thing things put see try trying whether because during while around near only after soon today tomorrow
    yesterday say says said seem seems happen happens happened make makes work works working think own really sure
    both lot bit since until few around
    제 저 저는 제가 나 나는 내 내가 우리 저희 그 이 저희가 것 거 수 좀 안 못 더 다 왜 뭐 무엇 무슨 어떤 어떻게 어디 어디서 어디에
    언제 누가 있나 있나요 있어요 없나요 없어요 있는지 하나요 하려면 하면 하는 해야 되나요 돼요 되요 인가요 건가요 그냥 혹시
    알려 주세요 알려주세요 싶어요 싶은데 가능한가요 가능해요 됩니까 합니까 있습니까 할 한 해 될 된 되는 하고 있는 없는
  `),
);

/** Words without a topic in languages whose words have one in another language. They are folded. */
export const OWN_STOP_WORDS: Readonly<Record<Language, ReadonlySet<string>>> = {
  de: new Set(
    words(`
    der die das den dem des ein eine einen einem einer eines kein keine keinen ich mich mir mein meine meinen meinem meiner du er sie es wir
    uns unser unsere ihr ihre ihren man sich dieser diese dieses diesen diesem jeder jede jedes bin bist ist sind war waren sein habe hast hat
    haben hatte kann kannst konnen konnte muss mussen musste darf durfen soll sollen sollte will wollen mochte mag werde wird werden wurde
    zu in im am an auf aus bei mit nach von vom fur um uber unter vor zum zur und oder aber wenn als ob dass weil wie was wer wo wann warum
    wieso welche welcher welches nicht nichts noch nur schon auch so sehr mehr hier da dann doch mal bitte danke hallo ja nein gibt geht
    gehen machen tun etwas alle alles viel einfach jetzt denn also`),
  ),
};

const phrases = (text: string): string[] => words(text).toSorted((a, b) => b.length - a.length);

/** Phrases that are cut out of a folded text before it is split, longest first. Katakana is hiragana by then. */
export const STOP_PHRASES: Readonly<Record<Language, readonly string[]>> = {
  en: [],
  ko: [],
  ja: phrases(`
    どうすればいいですか どうしたらいいですか どうしたらいい どうすれば どうやって どのように どうする どうなりますか どうなる
    教えてください 教えて ください できますか できません できる できない でしょうか ですか ますか ました ません ですが のですが
    んですが いいですか いいの ありますか ありません あります ある ない いくつ どこ いつ なに 何 どれ どの です ます たい のか
    したい して した する には とは から まで ので けど が は を に へ の と で も か よ ね
  `),
  'zh-CN': phrases(`
    怎么办 怎么样 怎么 怎样 如何 什么 为什么 哪里 哪儿 哪个 多少 几个 可以 能不能 可不可以 能否 是否 请问 我想 我要 想要 需要 应该 我们
    我的 有没有 是不是 时候 吗 呢 吧 啊 了 的 我 你 您
  `),
  'zh-TW': phrases(`
    怎麼辦 怎麼樣 怎麼 怎樣 如何 什麼 為什麼 哪裡 哪裏 哪個 多少 幾個 可以 能不能 可不可以 能否 是否 請問 我想 我要 想要 需要 應該 我們
    我的 有沒有 是不是 時候 嗎 呢 吧 啊 了 的 我 你 您
  `),
};

/** Characters of Chinese grammar. They occur within words too, so they are not removed; a pair with one weighs little. */
export const STOP_SIGNS: ReadonlySet<string> = new Set(
  '地得是在有把被和跟就都也还還很这這那个個能会會要想用去到给給里裡上下没沒不可以为為么麼什时時候多少几幾我你他她',
);
