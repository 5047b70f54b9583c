// Words of almost every question in Japanese.
import type { StopWords } from '@kippu/contract/languages';

export const stopWords: StopWords = {
  words: '',
  phrases: `
    どうすればいいですか どうしたらいいですか どうしたらいい どうすれば どうやって どのように どうする どうなりますか どうなる 教えてください 教えて ください できますか できません できる できない でしょうか
    ですか ますか ました ません ですが のですが んですが いいですか いいの ありますか ありません あります ある ない いくつ どこ いつ なに 何 どれ どの です ます たい のか したい して した する
    には とは から まで ので けど が は を に へ の と で も か よ ね
  `,
  signs:
    '地得是在有把被和跟就都也还還很这這那个個能会會要想用去到给給里裡上下没沒不可以为為么麼什时時候多少几幾我你他她',
};
