// Words of almost every question in Korean.
import type { StopWords } from '@kippu/contract/languages';

export const stopWords: StopWords = {
  words: `
    제 저 저는 제가 나 나는 내 내가 우리 저희 그 이 저희가 것 거 수 좀 안 못 더 다 왜 뭐 무엇 무슨 어떤 어떻게 어디 어디서 어디에 언제 누가 있나 있나요 있어요 없나요 없어요 있는지 하나요
    하려면 하면 하는 해야 되나요 돼요 되요 인가요 건가요 그냥 혹시 알려 주세요 알려주세요 싶어요 싶은데 가능한가요 가능해요 됩니까 합니까 있습니까 할 한 해 될 된 되는 하고 있는 없는
  `,
  phrases: '',
  signs: '',
};
