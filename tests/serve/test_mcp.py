"""Tools for assistants, asked by the official client over standard input and output."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from pathlib import Path

from mcp import ClientSession
from mcp.client.stdio import StdioServerParameters, stdio_client

import aljabr

PAGE = Path(__file__).parents[2] / "docs" / "serving.md"


def session(work_fn):
    """Start `aljabr mcp` as an assistant does, and talk to it."""

    async def run():
        server = StdioServerParameters(
            command=sys.executable, args=["-m", "aljabr", "mcp"], env=dict(os.environ)
        )
        async with stdio_client(server) as streams, ClientSession(*streams) as client:
            await client.initialize()
            return await work_fn(client)

    return asyncio.run(asyncio.wait_for(run(), 120))


def timeless(record):
    return {name: each for name, each in record.items() if name != "seconds"}


def test_the_tools_answer_as_the_package_does():
    async def work(client):
        tools = (await client.list_tools()).tools
        solved = await client.call_tool("solve", {"equation": "v = u + a t", "unknown": "t"})
        hinted = await client.call_tool("hint", {"lines": ["3x + 5 = 11"]})
        checked = await client.call_tool("check", {"lines": ["2(x + 3) = 10", "2x + 3 = 10"]})
        methods = await client.call_tool("methods", {})
        wrong = await client.call_tool("solve", {"equation": "x = = 2"})
        again = await client.call_tool("solve", {"equation": "2x = 4"})
        return tools, solved, hinted, checked, methods, wrong, again

    tools, solved, hinted, checked, methods, wrong, again = session(work)
    assert [tool.name for tool in tools] == ["solve", "hint", "check", "methods"]
    assert all(tool.description and tool.annotations.read_only_hint for tool in tools)
    record = json.loads(json.dumps(aljabr.solve("v = u + a t", "t").to_json()))
    assert timeless(solved.structured_content) == timeless(record)
    assert json.loads(solved.content[0].text) == solved.structured_content
    assert hinted.structured_content["sentence"] == aljabr.hint("3x + 5 = 11").sentence
    assert checked.structured_content["first_wrong"] == 1
    assert len(methods.structured_content["methods"]) == len(aljabr.methods())
    assert wrong.is_error
    assert "unexpected '=' at column 5" in wrong.content[0].text
    assert again.structured_content["roots"][0]["value"] == "2"


def test_the_transcript_in_the_docs_is_what_is_answered():
    text = PAGE.read_text(encoding="utf-8")
    (block,) = re.findall(r"```json\n(.*?)```", text[text.index("## Assistants") :], re.DOTALL)
    told = json.loads(block)
    assert len(told) >= 3

    async def work(client):
        return [await client.call_tool(each["tool"], each["arguments"]) for each in told]

    for each, answer in zip(told, session(work), strict=True):
        if answer.is_error:
            assert each["error"] in answer.content[0].text
            continue
        found = answer.structured_content
        assert {name: found[name] for name in each["answer"]} == each["answer"]
