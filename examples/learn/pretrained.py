"""A pretrained model in Hugging Face's form: a folder with config.json, model.safetensors, tokenizer.json."""


def pretrained(folder):
    raise NotImplementedError
